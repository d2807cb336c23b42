import { type Figure, number } from './figures.ts'
import { homePages, meanwhile, withProbedShop } from './held-loop.ts'

/** 256 KiB of fields of one letter, as many as that body holds. */
const FORM = `${'a&'.repeat(128 * 1024 - 1)}a`
const FORMS = 60
const KEPT_PAGES = 40

/**
 * One address that posts sixty of the costliest forms at once to the log-in, with the limits per address in force: how long the
 * event loop of the serving process is held, and how long others wait for the cached home page meanwhile.
 */
export async function measureFormFlood(): Promise<Figure[]> {
  return withProbedShop(
    async shop => {
      await homePages(shop.url, () => true, KEPT_PAGES)
      const quiet = await homePages(shop.url, () => true, KEPT_PAGES)
      const { done, seconds, pages, held } = await meanwhile(shop, () =>
        Promise.all(Array.from({ length: FORMS }, () => post(shop.url))),
      )
      return [
        { name: `${FORMS} forms of 256 KiB from one address`, value: `${number(seconds)} s, ${counted(done)}` },
        { name: 'event loop held meanwhile', value: `at most ${number(held.max)} ms` },
        {
          name: 'home page meanwhile',
          value: `at most ${number(pages.max)} ms`,
          peer: `median ${number(quiet.median)} ms before`,
        },
      ]
    },
    { RATE_LIMITS: '1' },
  )
}

/** How many answers had each status. */
export const counted = (statuses: readonly number[]): string =>
  [...Map.groupBy(statuses, status => status)].map(([status, all]) => `${all.length} × ${status}`).join(', ')

async function post(url: string): Promise<number> {
  const answer = await fetch(`${url}/auth`, {
    method: 'POST',
    body: FORM,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url },
    redirect: 'manual',
  })
  await answer.text()
  return answer.status
}
