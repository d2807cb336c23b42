import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { permissionAt } from '#app/features/identity/staff/permissions.ts'
import { useStaffScope } from '#app/features/identity/staff/reauthentication-context.ts'
import { SETTING_TITLES } from '#app/features/texts/settings.ts'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'

const HOME = '/admin/settings'

/** The last part of the address of the figures on the shop's first page, which are texts of the shop. */
export const BAND = 'band'

type Place = { to: string; label: string }

/** The groups of 'Configuración', each a screen with its own address. */
const PLACES: readonly Place[] = [
  ...Object.entries(SETTING_TITLES).map(([key, label]) => ({ to: `${HOME}/${key}`, label })),
  { to: `${HOME}/${BAND}`, label: 'Banda de cifras' },
  { to: `${HOME}/services`, label: 'Correo y pagos' },
  { to: `${HOME}/jobs`, label: 'Tareas' },
  { to: `${HOME}/team`, label: 'Equipo y sistema' },
  { to: '/admin/privacy', label: 'Datos personales' },
]

/** One group of 'Configuración', beside the list of all; on phones and tablets the list opens above it. */
export function SettingsPage({ description, children }: { description: ReactNode; children: Blocks }) {
  const { pathname } = useLocation()
  const scope = useStaffScope()
  const open = PLACES.filter(({ to }) => permissionAt(scope, to) !== 'none')
  // The section's own address shows its first group.
  const shown = pathname === HOME ? PLACES[0]?.to : pathname
  const current = open.find(({ to }) => to === shown)
  const links = <PlaceLinks places={open} shown={shown} />
  return (
    <>
      <PageHeading title="Configuración" compact description={description} className="pb-6" />
      <div className="grid items-start gap-6 lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-8 xl:grid-cols-[13rem_minmax(0,1fr)]">
        <nav aria-label="Configuración" className="lg:sticky lg:top-20">
          {/* Closed again on the next group. */}
          <details key={pathname} className="group/places rounded-lg border border-line bg-surface lg:hidden">
            <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-lg px-4 text-md font-medium [&::-webkit-details-marker]:hidden">
              <span>{current?.label ?? 'Elige un grupo'}</span>
              <ChevronDown
                aria-hidden="true"
                className="size-5 flex-none text-muted transition-transform group-open/places:rotate-180"
              />
            </summary>
            <div className="px-2 pb-2">{links}</div>
          </details>
          <div className="max-lg:hidden">{links}</div>
        </nav>
        <div className="min-w-0">{children}</div>
      </div>
    </>
  )
}

const PlaceLinks = ({ places, shown }: { places: readonly Place[]; shown: string | undefined }) => (
  <ul className="grid gap-0.5">
    {places.map(({ to, label }) => (
      <li key={to}>
        <Link
          to={to}
          aria-current={to === shown ? 'page' : undefined}
          className="flex min-h-10 items-center rounded-md px-3 text-md text-muted hover:bg-ink/6 hover:text-ink aria-[current=page]:bg-ink/7 aria-[current=page]:text-ink pointer-coarse:min-h-11"
        >
          {label}
        </Link>
      </li>
    ))}
  </ul>
)
