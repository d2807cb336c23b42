import { expect, it } from 'vitest'
import { coverAddress, readCoverName } from './picture-address.ts'

it('the address of a cover has no words that a content blocker refuses, and is read again', () => {
  for (const [slug, category] of [
    ['tableros', 'data-analytics'],
    ['share-tracking-banner', 'social'],
    ['ñandú-€', '👍'],
  ] as const) {
    const address = coverAddress(slug, category)
    expect(address).toMatch(/^\/covers\/5\/[\w-]+\.svg$/)
    expect(address).not.toMatch(/analytics|share|track|banner|social/i)
    expect(readCoverName(address.slice('/covers/5/'.length))).toEqual({ slug, category })
  }
})

it.each(['', 'a.svg', 'YQ.svg', '%%%.svg', 'JUZG.svg', 'YS9iL2M.svg'])('%s names no cover', name => {
  expect(readCoverName(name)).toBeUndefined()
})
