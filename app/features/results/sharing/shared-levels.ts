import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { writeConsolidated } from '#app/features/results/consolidated/consolidated.ts'
import { GROUP_MIN, meanOfSums, NO_DETAIL, type Sums } from '#app/features/results/consolidated/tallies.ts'
import { levelWord } from '#app/features/results/report.ts'
import type { FrozenTallies } from '#app/features/results/rounds/cut-round.ts'
import { scoreMean } from '#app/features/results/scoring.ts'
import { countOf } from '#app/kernel/format.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import type { LateData } from '#app/mails/mail-params.ts'

/** What the database knows of a person and of those who are counted with them. */
export type ToShare = {
  questionnaire_id: string
  version: number
  /** The general mean, then one per section; null without a level. */
  means: readonly (number | null)[]
  /** Confidential: the round that counts the person, or one that was published after the own levels had been sent. */
  round: { questionnaire_id: string; version: number; tallies: FrozenTallies } | null
  /** Nominative: over the people, the general level (section 0) and each section. */
  sums: readonly (Pick<Sums, 'scored' | 'sum'> & { section: number })[] | null
}

type Told = NonNullable<Awaited<ReturnType<LateData['respondent_results']>>>

/** Means of a team: in general, and by the number of the section. */
type Team = { people: number; overall: number | null; sections: ReadonlyMap<number, number | null> }

const levelText = (questionnaire: Questionnaire, mean: number | null, none: string): string => {
  const { mean: shown, level } = scoreMean(mean)
  return level === null ? none : `${formatLevel(shown)} (${levelWord(questionnaire, level)})`
}

/**
 * What a respondent is told: the own levels, and those of the team where it has five people or more.
 * @param published the questionnaire of the round, where there is one
 */
export function writeShared(
  questionnaire: Questionnaire,
  { means: [overall = null, ...means], round, sums }: ToShare,
  published: Questionnaire | undefined,
): Told {
  const team = round && published ? teamOfRound(published, round.tallies) : teamOfSums(questionnaire, sums ?? [])
  return {
    nivel_general: levelText(questionnaire, overall, 'sin nivel'),
    ...(team && {
      nivel_general_equipo: `${levelText(questionnaire, team.overall, NO_DETAIL)}, de ${countOf(team.people, 'persona', 'personas')}`,
    }),
    niveles: questionnaire.sections.map(({ id, title }, index) => ({
      nombre_area: title,
      nivel_propio: levelText(questionnaire, means[index] ?? null, 'sin nivel'),
      nivel_equipo: levelText(questionnaire, team?.sections.get(id) ?? null, NO_DETAIL),
    })),
  }
}

/** The figures of a round, as its page shows them. */
function teamOfRound(questionnaire: Questionnaire, tallies: FrozenTallies): Team {
  const { people, overall, sections } = writeConsolidated(questionnaire, { ...tallies, texts: [] }, 'confidential')
  return { people, overall: overall.mean, sections: new Map(sections.map(({ id, mean }) => [id, mean])) }
}

/** Undefined for fewer than five people; an area in which fewer have a level has none. */
function teamOfSums(questionnaire: Questionnaire, sums: NonNullable<ToShare['sums']>): Team | undefined {
  const at = (section: number) => sums.find(each => each.section === section) ?? { scored: 0, sum: 0 }
  const meanAt = (section: number) =>
    at(section).scored < GROUP_MIN ? null : meanOfSums({ ...at(section), squares: 0 })
  if (at(0).scored < GROUP_MIN) return undefined
  return {
    people: at(0).scored,
    overall: meanAt(0),
    sections: new Map(questionnaire.sections.map(({ id }, index) => [id, meanAt(index + 1)])),
  }
}
