import type { BrowserContext, Page } from '@playwright/test'
import { expect } from './journey.ts'

/** The most that a screen shifts, all its shifts added up. Browsers call a page good up to 0.1. */
const MOST = 0.05

type Shift = { value: number; what: string }

declare global {
  interface Window {
    takeShifts?: () => Shift[]
  }
}

/** Runs in the browser: collects what moved without the person's doing (Layout Instability API). */
function collectShifts(): void {
  type Entry = PerformanceEntry & {
    value: number
    hadRecentInput: boolean
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
  }
  const found: Shift[] = []
  const nameOf = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement
    return `<${element?.tagName.toLowerCase()}> ${(element?.textContent ?? '').slice(0, 40)}`
  }
  const take = (entries: PerformanceEntry[]) => {
    for (const { value, hadRecentInput, sources } of entries as Entry[]) {
      // What follows a press within half a second was asked for.
      if (hadRecentInput) continue
      const moved = sources.map(
        ({ node, previousRect: from, currentRect: to }) =>
          `${nameOf(node)} ${from.y}+${from.height} to ${to.y}+${to.height}`,
      )
      found.push({ value, what: `${value.toFixed(3)} ${moved.join('; ')}` })
    }
  }
  const observer = new PerformanceObserver(list => take(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  window.takeShifts = () => {
    take(observer.takeRecords())
    return found.splice(0)
  }
}

/** Measures how much the screens of a walk shift, from each one's first frame or the press that led to it to the moment of measuring. */
export function shiftMeter() {
  const screens: { name: string; shift: number; what: string[] }[] = []
  return {
    /** Before the first page of a browser is opened. */
    async watch(context: BrowserContext): Promise<void> {
      await context.addInitScript(collectShifts)
    },
    async measure(name: string, page: Page): Promise<void> {
      await page.waitForLoadState('networkidle')
      const shifts = await page.evaluate(async () => {
        // What the browser does when it is idle, and the frame after it.
        await new Promise(idle => requestIdleCallback(idle))
        await new Promise(next => requestAnimationFrame(() => requestAnimationFrame(next)))
        return window.takeShifts?.() ?? []
      })
      const shift = shifts.reduce((sum, { value }) => sum + value, 0)
      screens.push({ name, shift, what: shifts.map(({ what }) => what) })
    },
    /** The answer to a form is asked for, also where a bank delays it beyond half a second: what came with it does not count. */
    async answered(page: Page): Promise<void> {
      await page.evaluate(async () => {
        await new Promise(next => requestAnimationFrame(() => requestAnimationFrame(next)))
        window.takeShifts?.()
      })
    },
    /** Prints each screen and expects that none shifts more than it may. */
    report(title: string): void {
      console.log(`${title}: ${screens.map(({ name, shift }) => `${name} ${shift.toFixed(3)}`).join(', ')}`)
      expect(screens.filter(({ shift }) => shift > MOST)).toEqual([])
    },
  }
}
