/** JSON Merge Patch (RFC 7396): how the server tells what changed. Untouched branches keep their identity. */

const isObject = (x: unknown): x is Record<string, unknown> => typeof x === 'object' && x !== null && !Array.isArray(x)

export function merge<T>(target: T, patch: unknown): T {
  if (!isObject(patch)) return patch as T
  const out: Record<string, unknown> = isObject(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete out[key]
    else out[key] = merge(out[key], value)
  }
  return out as T
}
