import { z } from 'zod'
import { DONT_KNOW, type Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { countPeople, type Waiting } from '#app/features/results/blocks.ts'
import { GROUP_MIN } from '#app/features/results/consolidated/tallies.ts'
import { roundNumber } from '#app/features/results/shown.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import type { ChooseModeFailure, PublishFailure } from './publish-results.server.ts'

/** 'Publicar resultados': the round that the page offered, and that its consequences were read. */
export const publishForm = z.object({
  intent: z.literal('publish'),
  round: roundNumber,
  confirmed: z.literal('si', 'Confirma que leíste qué pasa al publicar.'),
})

export const PUBLISH_FAILURES: Record<PublishFailure['code'], string> = {
  too_few:
    'Todavía no se puede publicar: hacen falta al menos cinco personas distintas que hayan terminado y que se puedan mostrar juntas. Cuentan como una quienes comparten un correo, quienes responden a la vez o por turnos en un mismo navegador, y quienes comparten un navegador o una red y responden más rápido de lo que se puede leer. No decimos quiénes: revelaría cómo respondió cada persona.',
  nominative: 'Esta compra es nominativa: sus resultados se ven sin publicarlos.',
  missing: 'No encontramos esta compra.',
}

/** How each mode is offered to buyers (spec D18). */
export const MODE_TEXTS: Record<ResultMode, { label: string; description: string }> = {
  nominative: {
    label: 'Nominativo',
    description: 'Ves los resultados y las respuestas de cada persona, con su nombre.',
  },
  confidential: {
    label: 'Confidencial',
    description:
      'Solo ves quién terminó y, cuando publicas una ronda, resultados de grupos de al menos cinco personas distintas. Los textos abiertos se muestran sin nombre cuando responden ocho o más. Tus propias respuestas no se suman. Cada código llega solo al correo de su persona.',
  },
}

/** Spanish texts of the failures to change the mode. */
export const MODE_FAILURES: Record<ChooseModeFailure['code'], string> = {
  invited: 'Ya enviaste invitaciones, y cada una dice quién verá las respuestas: el modo quedó fijo desde la primera.',
  missing: 'No encontramos esta compra.',
}

/** The only form of an item's results page. */
export const resultModeForm = z.object({
  intent: z.literal('choose-mode'),
  mode: z.enum(['nominative', 'confidential']),
})

/** An account of a round as it is counted. `area` and `position` are keys; the names are as written. */
export type RoundAccount = Waiting & {
  area_name: string
  position_name: string
  /** The option of each closed question of its version, by field. */
  options: ReadonlyMap<string, number | null>
  /** The open questions that it answered. */
  open_fields: readonly string[]
}

/** An account's mean of each section by its number, and the general one under 0; null without a level. */
export type Means = ReadonlyMap<number, number | null>

/** A section with its questions that are shown. */
export type ShownSection = { id: number; fields: readonly string[] }

/**
 * Whether a value may be shown over these accounts: five different people have one, and they don't all have the same,
 * which would be each one's. Several accounts of one person don't decide about the latter: they could answer otherwise to hide
 * that all the others agree.
 */
function hasDetail(accounts: readonly RoundAccount[], figureOf: (account: RoundAccount) => number | null): boolean {
  const known = accounts.filter(account => figureOf(account) !== null)
  return countPeople(known) >= GROUP_MIN && !allAgree(accounts, figureOf)
}

function allAgree(accounts: readonly RoundAccount[], figureOf: (account: RoundAccount) => number | null): boolean {
  const times = Map.groupBy(accounts, ({ person }) => person)
  const singles = accounts.filter(({ person }) => times.get(person)?.length === 1)
  return new Set(singles.map(figureOf)).size <= 1
}

/**
 * Sections with their questions that have detail. Where all people have the same mean of a section, or the same general
 * one, nothing of it is shown, because it follows from the parts.
 */
export function sectionsWithDetail({ sections }: Questionnaire, counted: readonly RoundAccount[]): ShownSection[] {
  const detailed = sections
    .map(({ id, questions }) => ({
      id,
      fields: questions.map(({ field }) => field).filter(field => questionHasDetail(counted, field)),
    }))
    .filter(({ fields }) => hasDetail(counted, account => meanOf(account, fields)))
  return hasDetail(counted, account => meansOf(account, detailed).get(0) ?? null) ? detailed : []
}

const questionHasDetail = (counted: readonly RoundAccount[], field: string): boolean =>
  counted.every(({ options }) => options.has(field)) &&
  hasDetail(counted, ({ options }) => levelOf(options.get(field) ?? null))

/**
 * The sections that groups show. One without detail in a single class (people with the same labels) is shown in none,
 * because the total without the other groups is that class. The general mean (0) stays only while no section is missing.
 */
export function sectionsOfGroups(
  sections: readonly ShownSection[],
  classes: readonly (readonly RoundAccount[])[],
  means: ReadonlyMap<string, Means>,
): ReadonlySet<number> {
  const everywhere = (section: number) =>
    classes.every(accounts => hasDetail(accounts, ({ run_id }) => means.get(run_id)?.get(section) ?? null))
  const shown = sections.map(({ id }) => id).filter(everywhere)
  return new Set(shown.length === sections.length && everywhere(0) ? [0, ...shown] : shown)
}

/** An account's means over the questions that are shown. */
export function meansOf(account: RoundAccount, sections: readonly ShownSection[]): Means {
  const means = sections.map(({ id, fields }) => [id, meanOf(account, fields)] as const)
  return new Map([[0, average(means.map(([, mean]) => mean))], ...means])
}

const levelOf = (option: number | null): number | null => (option === DONT_KNOW ? null : option)

const meanOf = ({ options }: RoundAccount, fields: readonly string[]): number | null =>
  average(fields.map(field => levelOf(options.get(field) ?? null)))

function average(values: readonly (number | null)[]): number | null {
  const known = values.filter(value => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}
