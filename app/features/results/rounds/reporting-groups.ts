import { GROUP_MIN } from '#app/features/results/consolidated/tallies.ts'
import { foldIdentifier } from '#app/kernel/fold.ts'
import { compareTexts } from '#app/kernel/spanish-order.ts'
import { cutText } from '#app/kernel/text.ts'
import { canonicalMailbox } from './cut-round.ts'

/** A group that confidential results are shown by, and the areas of the organisation that belong to it. */
export type ReportingGroup = { readonly name: string; readonly areas: readonly string[] }

/** Groups of a purchase, characters of a group's name and of an area's, and areas that a form can assign, at most. */
export const GROUPS_MAX = 20
export const GROUP_NAME_MAX = 60
export const AREA_NAME_MAX = 200
export const AREAS_MAX = 100

/** The key for grouping people, ignoring case, accents and spaces, as `private.group_key` of the database. */
export const groupKey = (text: string): string =>
  foldIdentifier(text)
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()

/** A group with its own key and those of its areas. */
export type KeyedGroup = { readonly name: string; readonly key: string; readonly areas: readonly string[] }

const withKeys = (groups: readonly ReportingGroup[]): KeyedGroup[] =>
  groups.map(({ name, areas }) => ({ name, key: groupKey(name), areas: areas.map(groupKey) }))

/** The key of an area of the organisation, or of a group of several, which is empty where there is none, and its name as written. */
type Placed = { area: string; area_name: string }

/**
 * The same people by the group that their area belongs to; by none where it belongs to none of the groups. Where no groups are defined, every
 * area is its own. `private.reporting_group_key` of the database does the same, and checks it when a round is closed.
 */
export function byReportingGroup<Account extends Placed>(
  accounts: readonly Account[],
  groups: readonly KeyedGroup[],
): Account[] {
  if (groups.length === 0) return [...accounts]
  const byArea = new Map(groups.flatMap(group => group.areas.map(area => [area, group] as const)))
  return accounts.map(account => {
    const group = byArea.get(account.area)
    return { ...account, area: group?.key ?? '', area_name: group?.name ?? '' }
  })
}

/** Somebody who would be invited, with the area that the list says. */
export type Listed = { email: string; area: string }

/** What a group would have if everybody on a list answered in one round. */
export type ForecastGroup = {
  name: string
  /** Different people. */
  people: number
  /** How many more it needs to be shown. */
  missing: number
}

export type GroupForecast = {
  /** In the order of their names. */
  groups: ForecastGroup[]
  shown: number
  /** People of no group that would be shown. Fewer than five are in no figure: they wait for a later round. */
  rest: number
}

/**
 * Which groups would be shown if everybody on a list answered in one round.
 * @param inviters e-mails of whoever bought or invites: their mailboxes count for nobody.
 */
export function forecastGroups(
  groups: readonly ReportingGroup[],
  people: readonly Listed[],
  inviters: readonly string[],
): GroupForecast {
  const own = new Set(inviters.map(canonicalMailbox))
  const counted = new Map(people.map(person => [canonicalMailbox(person.email), person]))
  const placed = byReportingGroup(
    [...counted]
      .filter(([mailbox]) => !own.has(mailbox))
      .map(([, { area }]) => ({ area: groupKey(area), area_name: area.trim() })),
    withKeys(groups),
  )
  const named = new Map(groups.map(({ name }) => [groupKey(name), { name, people: 0 }]))
  for (const { area, area_name: name } of placed) {
    if (area === '') continue
    const group = named.get(area) ?? { name, people: 0 }
    named.set(area, { ...group, people: group.people + 1 })
  }
  const forecast = [...named.values()]
    .map(group => ({ ...group, missing: Math.max(0, GROUP_MIN - group.people) }))
    .toSorted((a, b) => compareTexts(a.name, b.name))
  const shown = forecast.filter(({ missing }) => missing === 0)
  return {
    groups: forecast,
    shown: shown.length,
    rest: placed.length - shown.reduce((sum, group) => sum + group.people, 0),
  }
}

/** One row of the form: an area and the group that it is shown in, which may be empty. */
export type AreaChoice = { area: string; group: string }

/** The groups that the rows of a form define, each with the first spelling of its name. Areas without a group belong to none. */
export function groupsOfChoices(choices: readonly AreaChoice[]): ReportingGroup[] {
  const groups = new Map<string, { name: string; areas: Map<string, string> }>()
  const assigned = new Set<string>()
  for (const { area, group } of choices) {
    const [areaKey, key] = [groupKey(area), groupKey(group)]
    if (areaKey === '' || key === '' || assigned.has(areaKey)) continue
    assigned.add(areaKey)
    const found = groups.get(key) ?? { name: group.trim(), areas: new Map() }
    groups.set(key, found)
    found.areas.set(areaKey, area.trim())
  }
  return [...groups.values()].map(({ name, areas }) => ({ name, areas: [...areas.values()] }))
}

/** Empty rows of the form, for areas that are in no list yet. */
export const NEW_AREAS = 3
/** The names of a row's fields, from 0. */
export const areaName = (row: number): string => `area.${row}`
export const groupName = (row: number): string => `group.${row}`

/** An area as the form shows it. */
export type AreaRow = AreaChoice & {
  /** Of the list; null without one. */
  people: number | null
}

/**
 * The rows of the form: every area of the groups, of the list and of earlier purchases, those of most people first. Before groups are
 * defined, each area is proposed as its own.
 */
export function listAreas(
  groups: readonly ReportingGroup[],
  people: readonly Listed[],
  known: readonly string[],
): { areas: AreaRow[] /** Areas beyond those that a form can assign. */; left: number } {
  const groupOf = new Map(groups.flatMap(({ name, areas }) => areas.map(area => [groupKey(area), name] as const)))
  const named = [...people.map(({ area }) => area), ...groups.flatMap(({ areas }) => areas), ...known]
  const byKey = Map.groupBy(
    named.map(area => area.trim()),
    groupKey,
  )
  byKey.delete('')
  const rows = [...byKey].map(([key, [area = '']]): AreaRow => {
    const listed = people.filter(person => groupKey(person.area) === key).length
    return {
      area,
      group: groupOf.get(key) ?? (groups.length === 0 ? cutText(area, GROUP_NAME_MAX) : ''),
      people: people.length === 0 ? null : listed,
    }
  })
  const sorted = rows.toSorted((a, b) => (b.people ?? 0) - (a.people ?? 0) || compareTexts(a.area, b.area))
  return { areas: sorted.slice(0, AREAS_MAX), left: Math.max(0, sorted.length - AREAS_MAX) }
}
