import { type Day, dayOf, daysBetween, formatDay, parseDay, shiftDay, startOfDay } from '#app/kernel/dates.ts'

/** The parameters of a period: a name, or the first and the last day. */
export const PERIOD_PARAMETERS = ['periodo', 'desde', 'hasta'] as const

/** Named periods. The third is the default (specification 2, section 2: 'Últimos 30 días'). */
export const PERIODS = [
  { key: 'hoy', label: 'Hoy' },
  { key: '7d', label: 'Últimos 7 días' },
  { key: '30d', label: 'Últimos 30 días' },
  { key: '90d', label: 'Últimos 90 días' },
  { key: 'mes', label: 'Este mes' },
  { key: 'mes-anterior', label: 'Mes anterior' },
  { key: 'ano', label: 'Este año' },
  { key: 'todo', label: 'Todas las fechas' },
] as const
export type PeriodKey = (typeof PERIODS)[number]['key'] | 'propio'

/** The default period of a screen. */
export type DefaultPeriod = '30d' | 'todo'

/** Maximum days of a custom period: ten years. */
const MAX_DAYS = 3660

/** The period of an address as a query for another screen; '' for none. */
export function periodQuery(params: URLSearchParams): string {
  const query = new URLSearchParams()
  for (const name of PERIOD_PARAMETERS) {
    const value = params.get(name)
    if (value) query.set(name, value)
  }
  return query.size === 0 ? '' : `?${query}`
}

/** Whole days in Santiago, from the first to the last; both ends as days and as instants. */
export type DaySpan = {
  from: Day
  to: Day
  /** The first instant of the first day. */
  start: Date
  /** The first instant after the last day. */
  end: Date
}

export type DateRange = {
  key: PeriodKey
  label: string
  /** Undefined for all dates. */
  span: DaySpan | undefined
  /** The period of as many days before, for comparison. */
  previous: DaySpan | undefined
}

/**
 * Parses the period of an address, in days of Santiago; used by every screen with dated rows. A search without a period
 * covers all dates, because its target is rarely of this month.
 * @param fallback the default: figures have a period, people and their accesses are shown for all dates
 */
export function readDateRange(url: Pick<URL, 'searchParams'>, now: Date, fallback: DefaultPeriod = '30d'): DateRange {
  const { searchParams: params } = url
  const today = dayOf(now)
  const own = ownSpan(parseDay(params.get('desde')), parseDay(params.get('hasta')), today)
  if (own) return { key: 'propio', label: labelOf(own), span: spanOf(own), previous: spanBefore(own) }
  const named = PERIODS.find(({ key }) => key === params.get('periodo'))
  const searching = (params.get('search') ?? '').trim() !== ''
  const period = named ?? PERIODS.find(({ key }) => key === (searching ? 'todo' : fallback)) ?? PERIODS[0]
  const days = daysOf(period.key, today)
  return { ...period, span: days && spanOf(days), previous: days && spanBefore(days) }
}

type Days = { from: Day; to: Day }

function ownSpan(from: Day | undefined, to: Day | undefined, today: Day): Days | undefined {
  if (from === undefined && to === undefined) return undefined
  const last = to ?? today
  const first = from ?? last
  // Reversed ends mean the same period.
  const days = first <= last ? { from: first, to: last } : { from: last, to: first }
  return daysBetween(days.from, days.to) < MAX_DAYS ? days : { from: shiftDay(days.to, 1 - MAX_DAYS), to: days.to }
}

function daysOf(key: (typeof PERIODS)[number]['key'], today: Day): Days | undefined {
  const firstOfMonth = monthOf(today)
  switch (key) {
    case 'hoy':
      return { from: today, to: today }
    case '7d':
      return { from: shiftDay(today, -6), to: today }
    case '30d':
      return { from: shiftDay(today, -29), to: today }
    case '90d':
      return { from: shiftDay(today, -89), to: today }
    case 'mes':
      return { from: firstOfMonth, to: today }
    case 'mes-anterior': {
      const last = shiftDay(firstOfMonth, -1)
      return { from: monthOf(last), to: last }
    }
    case 'ano':
      return { from: parseDay(`${today.slice(0, 4)}-01-01`) ?? today, to: today }
    case 'todo':
      return undefined
  }
}

const monthOf = (day: Day): Day => parseDay(`${day.slice(0, 7)}-01`) ?? day

const spanOf = ({ from, to }: Days): DaySpan => ({
  from,
  to,
  start: startOfDay(from),
  end: startOfDay(shiftDay(to, 1)),
})

function spanBefore({ from, to }: Days): DaySpan {
  const days = daysBetween(from, to) + 1
  return spanOf({ from: shiftDay(from, -days), to: shiftDay(from, -1) })
}

const labelOf = ({ from, to }: Days): string =>
  from === to ? formatDay(from) : `${formatDay(from)} al ${formatDay(to)}`
