import type { MouseEventHandler } from 'react'
import type { DashboardAccess, DashboardGroup } from './accesses.ts'

/** What the page does when a group's buttons are used. */
export type GroupHandlers = {
  onInvite: (group: DashboardGroup) => void
  onConfigure: (group: DashboardGroup) => void
  /** One access alone: who has it, or whom the own one passes to. */
  onEdit: (group: DashboardGroup, access: DashboardAccess) => void
  onFinish: (access: DashboardAccess) => void
  /** A link to the results; with a script they open over the dashboard. */
  showResults: (access: DashboardAccess) => { to: string; onClick: MouseEventHandler<HTMLAnchorElement> }
}
