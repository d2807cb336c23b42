import type { Locator } from '@playwright/test'
import { expect } from './journey.ts'

/** Counts what a person does on a walk: taps, and fields that are filled. The tap into a field that is then filled is part of filling it. */
export function countedHands() {
  let taps = 0
  let fields = 0
  return {
    async tap(target: Locator): Promise<void> {
      taps += 1
      await target.click()
    },
    /** A tap outside of the shop: on a link in a mail. */
    async follow(open: () => Promise<unknown>): Promise<void> {
      taps += 1
      await open()
    },
    async fill(target: Locator, text: string): Promise<void> {
      fields += 1
      await target.fill(text)
    },
    /** Prints what was counted and expects no more. */
    expectAtMost(walk: string, most: { taps: number; fields: number }): void {
      console.log(`${walk}: ${taps} taps and ${fields} fields (at most ${most.taps} and ${most.fields})`)
      expect(taps, `taps: ${walk}`).toBeLessThanOrEqual(most.taps)
      expect(fields, `fields: ${walk}`).toBeLessThanOrEqual(most.fields)
    },
  }
}
