/** A device in words: "Firefox on Linux" instead of what browsers send of themselves. */

/** The first that occurs counts: browsers name their ancestors, too. */
const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Vivaldi\//, 'Vivaldi'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|CriOS\/|HeadlessChrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]

const first = (names: [RegExp, string][], agent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

/** What a browser sends begins with "Mozilla/"; anything else was named by a person or a program, and stays as it is. */
export function deviceName(agent: string): string {
  if (!agent) return 'A browser'
  if (!agent.startsWith('Mozilla/') && !agent.startsWith('Opera/')) return agent
  const browser = first(BROWSERS, agent) ?? 'A browser'
  const system = first(SYSTEMS, agent)
  return system ? `${browser} on ${system}` : browser
}
