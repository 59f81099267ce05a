/** Actions in the words of a player: places by their names, a move as where it leads. */

/** "2nd Panzer 1708-1812" is "2nd Panzer to Minsk"; other ids of places with a name become the name. */
export function spoken(text: string, nameOf: (id: string) => string | undefined): string {
  const move = /^(.+) (\S+)-(\S+)$/.exec(text)
  if (move && nameOf(move[2]!) !== undefined && nameOf(move[3]!) !== undefined)
    return `${move[1]} to ${nameOf(move[3]!) || move[3]}`
  return text.replace(/[\p{L}\p{N}-]+/gu, (word) => nameOf(word) || word)
}
