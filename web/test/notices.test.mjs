import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bundled, NOTICES, notices } from '../scripts/make-notices.mjs'

describe('the notices of what others wrote', () => {
  const text = readFileSync(NOTICES, 'utf8')

  it('are those of the packages that are installed', () => {
    expect(text, 'run: node web/scripts/make-notices.mjs').toBe(notices())
  })

  it('name every package that the client imports, the typefaces and the unit signs', () => {
    for (const name of ['preact', '@preact/signals', 'd3-zoom', 'd3-drag', 'milsymbol', '@fontsource/barlow-condensed'])
      expect(bundled()).toContain(`node_modules/${name}`)
    for (const words of [
      'Typeface alegreya ',
      'SIL OPEN FONT LICENSE',
      'Permission is hereby granted',
      'Permission to use',
    ])
      expect(text).toContain(words)
  })
})
