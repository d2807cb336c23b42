import CalendarRange from 'lucide-react/icons/calendar-range'
import { useId } from 'react'
import { Link, useLocation, useMatches } from 'react-router'
import { Form } from '#app/kit/forms/own-form.tsx'
import { type DefaultPeriod, PERIOD_PARAMETERS, PERIODS, readDateRange } from '#app/kit/lists/date-range.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { classNames } from '#app/kit/ui/class-names.ts'
import { Menu } from '#app/kit/ui/menu.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'

/** The default period of a page with one: its route exports `handle = { period: true }`, or 'todo' for all dates. */
function defaultOf(handle: unknown): DefaultPeriod | undefined {
  if (typeof handle !== 'object' || handle === null || !('period' in handle)) return undefined
  return handle.period === 'todo' ? 'todo' : handle.period === true ? '30d' : undefined
}

/** The query of the page without its period and cursor, which another period does not have. */
function restOf(search: string): URLSearchParams {
  const query = new URLSearchParams(search)
  for (const name of [...PERIOD_PARAMETERS, 'after', 'before']) query.delete(name)
  return query
}

const withPeriod = (search: string, key: string): string => {
  const query = restOf(search)
  query.set('periodo', key)
  return `?${query}`
}

/**
 * 'Últimos 30 días' of the top bar (specification 2, section 2). It is on every screen; where nothing belongs to a period
 * it is quiet and says so.
 * @param now in milliseconds
 */
export function PeriodMenu({ now }: { now: number }) {
  const id = useId()
  const { search, pathname } = useLocation()
  const fallback = useMatches()
    .map(match => defaultOf(match.handle))
    .find(period => period !== undefined)
  const range = readDateRange({ searchParams: new URLSearchParams(search) }, new Date(now), fallback ?? '30d')
  return (
    <Menu
      variant={fallback === undefined ? 'ghost' : 'secondary'}
      size="sm"
      label={`Período: ${range.label}`}
      trigger={
        <>
          <CalendarRange aria-hidden="true" />
          <span
            className={classNames(
              'max-md:max-w-16 max-md:text-left max-md:text-xs max-md:leading-tight max-md:text-wrap max-sm:hidden',
              fallback === undefined && 'text-muted',
            )}
          >
            {range.label}
          </span>
        </>
      }
    >
      {fallback === undefined && (
        <li className="mb-1.5 max-w-64 border-b border-line px-4 pt-2 pb-3 text-sm text-muted">
          Nada de esta pantalla depende de un período. El que elijas vale para las demás.
        </li>
      )}
      {PERIODS.map(({ key, label }) => (
        <li key={key}>
          <Link
            to={withPeriod(search, key)}
            preventScrollReset
            aria-current={key === range.key ? 'true' : undefined}
            className="flex min-h-10 items-center px-4 text-md hover:bg-ink/6 focus-visible:-outline-offset-2 aria-[current]:font-semibold aria-[current]:text-copper pointer-coarse:min-h-11"
          >
            {label}
          </Link>
        </li>
      ))}
      <li className="mt-1.5 border-t border-line px-4 pt-3 pb-2">
        <Form
          method="get"
          action={pathname}
          key={search}
          aria-labelledby={id}
          className="grid gap-2.5"
          preventScrollReset
        >
          <p id={id} className="text-sm font-medium text-muted">
            Otras fechas
          </p>
          {[...restOf(search)].map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <TextField label="Desde" type="date" name="desde" required defaultValue={range.span?.from} />
          <TextField label="Hasta" type="date" name="hasta" required defaultValue={range.span?.to} />
          <Button type="submit" size="sm">
            Aplicar
          </Button>
        </Form>
      </li>
    </Menu>
  )
}
