import type { ReactNode } from 'react'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { SectionTabs } from './section-tabs.tsx'

const PARTS = [
  { to: '/admin/settings', label: 'Tienda' },
  { to: '/admin/settings/services', label: 'Correo y pagos' },
  { to: '/admin/settings/jobs', label: 'Tareas' },
  { to: '/admin/settings/team', label: 'Equipo y sistema' },
] as const

/** One of the four parts of 'Configuración', with links to the others. */
export function SettingsPage({ description, children }: { description: ReactNode; children: Blocks }) {
  return (
    <>
      <PageHeading title="Configuración" description={description} className="pb-6" />
      <SectionTabs label="Configuración" tabs={PARTS} className="mb-6" />
      {children}
    </>
  )
}
