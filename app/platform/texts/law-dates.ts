import { z } from 'zod'
import { type Day, formatLongDate, parseDay, startOfDay } from '#app/kernel/dates.ts'
import { fillDates } from './fill-dates.ts'
import { madeOfTexts } from './live-texts.ts'

/**
 * The day from which each law applies that texts name, by the placeholder that stands for it in `content/`. Ley 21.719 was published on
 * 13-12-2024 and applies 24 months later (its first transitional article); a bill (boletín 18623-07) would put it off by a year.
 */
export const LAW_DAYS = { fecha_ley_datos: '2026-12-01' } as const satisfies Record<string, Day>

export type LawName = keyof typeof LAW_DAYS

const day = z
  .string()
  .transform(text => parseDay(text))
  .optional()
  .catch(undefined)
const stored = z.object({ fecha_ley_datos: day }).catch({})

/** The days with the overrides of a stored row; invalid ones are ignored. */
export const readLawDays = (content: unknown): Record<LawName, Day> => ({
  fecha_ley_datos: stored.parse(content).fecha_ley_datos ?? LAW_DAYS.fecha_ley_datos,
})

/** What the placeholders stand for now: `1 de diciembre de 2026`. */
export const lawDates = madeOfTexts(({ settings }): Record<LawName, string> => {
  const { fecha_ley_datos } = readLawDays(settings.get('laws'))
  return { fecha_ley_datos: formatLongDate(startOfDay(fecha_ley_datos)) }
})

/** Content as people read it: with the laws' dates in the place of their placeholders, in every text of it. */
export const withLawDates = <Content>(content: Content): Content => fillDates(content, lawDates())
