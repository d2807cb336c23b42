import { DONT_KNOW, type Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { compare } from '#app/features/results/change/compare.server.ts'
import type { Comparison } from '#app/features/results/change/comparison.ts'
import { quantileOfT } from '#app/features/results/change/student.test-support.ts'
import { ofAgreement, ofGroups, ofPlan, ofSum } from './attack-more.test-support.ts'
import type { RoundAccount } from './detail.ts'
import type { Known, Played, Published } from './strategies.test-support.ts'

// The attacker, written apart from the rules: it knows every figure that was shown, the labels of every group and which
// accounts it invented, and may add and subtract any figures of any rounds.

/** What the attacker would have learned, in words; empty: nothing. */
export function inferences({ questionnaire, rounds, sums }: Played): string[] {
  const found: string[] = []
  const seen = new Set<string>()
  for (const published of rounds) {
    for (const { run_id } of published.accounts) {
      if (seen.has(run_id)) found.push(`${run_id} is counted twice: the difference of two rounds is about few`)
      seen.add(run_id)
    }
    const known = { ...published, accounts: knownPeople(published) }
    found.push(
      ...ofQuestions(known),
      ...ofSections(known),
      ...ofTexts(known),
      ...ofHidden(known),
      ...ofAgreement(known),
      ...ofGroups(known, meansOf(known)),
      ...ofPlan(known, questionnaire),
    )
  }
  found.push(...ofChange({ questionnaire, rounds }))
  for (const [index, sum] of sums.entries()) {
    found.push(...ofAgreement(sum), ...ofPlan(sum, questionnaire), ...ofSum(sum, rounds.slice(0, index + 2)))
  }
  return found.map(text => `${questionnaire.sections.length} sections: ${text}`)
}

/** Seconds from the first answer to the last that an invented account costs at least to look like a person. */
const COST = 140

/**
 * The accounts with who really stands behind them. A colleague is one person. The buyer's accounts are as many as the buyer paid for, with a
 * mailbox, with the time to read or a browser and a network of their own, and with a browser that no other answers in meanwhile
 * (docs/confidentiality.md).
 */
function knownPeople({ accounts, everybody }: Published): RoundAccount[] {
  const buyers = everybody.filter(({ invented }) => invented).map(each => ({ ...each, person: each.run_id }))
  const canonicalMailbox = (email: string) => email.replace(/\+.*@/, '@').replace('compra.dor', 'comprador')
  const sameHand = (a: Known, b: Known): boolean => {
    const hurried = a.last - a.first < COST && b.last - b.first < COST
    const meanwhile = a.first <= b.last && b.first <= a.last
    const [browser, network] = [a.browsers[0] === b.browsers[0], a.networks[0] === b.networks[0]]
    return (
      canonicalMailbox(a.email) === canonicalMailbox(b.email) ||
      (meanwhile && browser) ||
      (hurried && (browser || network))
    )
  }
  for (const a of buyers) {
    for (const b of buyers) {
      if (a.person === b.person || !sameHand(a, b)) continue
      const { person } = b
      for (const other of buyers) if (other.person === person) other.person = a.person
    }
  }
  const personOf = new Map(buyers.map(({ run_id, person }) => [run_id, person]))
  return accounts.map(account => ({ ...account, person: personOf.get(account.run_id) ?? account.run_id }))
}

/** How many people stand behind accounts. */
const different = (accounts: readonly RoundAccount[]): number => new Set(accounts.map(({ person }) => person)).size

/** Values of the accounts that nobody else of the group shares a person with. */
function values(accounts: readonly RoundAccount[], of: (account: RoundAccount) => number | null): Set<number | null> {
  const alone = accounts.filter(one => accounts.filter(({ person }) => person === one.person).length === 1)
  return new Set(alone.map(of))
}

const level = (value: number | null | undefined): number | null =>
  value === undefined || value === null || value === DONT_KNOW ? null : value

/** A question is shown over the whole round alone. */
function ofQuestions({ figures, accounts }: Published): string[] {
  return figures.sections.flatMap(({ questions }) =>
    questions.flatMap(({ field, mean, distribution, unknownRate, people, agreement }) => {
      const option = (account: RoundAccount) => account.options.get(field) ?? null
      const shown = mean !== null || distribution.length > 0 || unknownRate > 0 || people > 0 || agreement !== null
      if (!shown) return []
      const known = accounts.filter(account => level(option(account)) !== null)
      return [
        ...(different(known) < 5 ? [`${field} is shown over ${different(known)} people`] : []),
        ...(values(accounts, option).size < 2 ? [`all agree in ${field}`] : []),
      ]
    }),
  )
}

/** The mean of the questions of a section that are shown, as a reader computes it of one account. */
function meanOf(account: RoundAccount, fields: readonly string[]): number | null {
  const levels = fields.map(field => level(account.options.get(field))).filter(value => value !== null)
  return levels.length === 0 ? null : levels.reduce((sum, value) => sum + value, 0) / levels.length
}

/** An account's means as a reader computes them, over the questions that are shown: the general one, then that of each section. */
const meansOf =
  ({ figures }: Pick<Published, 'figures'>) =>
  (account: RoundAccount): (number | null)[] => {
    const own = figures.sections.map(({ mean: shown, questions }) => {
      const fields = questions.filter(({ mean }) => mean !== null).map(({ field }) => field)
      return shown === null ? null : meanOf(account, fields)
    })
    const known = own.filter(mean => mean !== null)
    return [known.length === 0 ? null : known.reduce((sum, mean) => sum + mean, 0) / known.length, ...own]
  }

/**
 * Sections are shown over the whole round and over groups. People who are in the same groups can't be told apart by adding and
 * subtracting; each such class is the least that a difference can be about, if anything of the section is shown by group.
 */
function ofSections({ figures, accounts, round }: Published): string[] {
  const found: string[] = []
  const means = meansOf({ figures })
  const blockOf = (account: RoundAccount) => round.blocks.find(({ run_ids }) => run_ids.includes(account.run_id))
  const classes = Map.groupBy(accounts, account => {
    const { area, position } = blockOf(account) ?? {}
    return `${area} ${position}`
  })
  const groups = [figures.areas, figures.positions].flatMap(({ groups: rows, rest }) => (rest ? [...rows, rest] : rows))
  const check = (name: string, inTotal: boolean, inGroups: boolean, of: (account: RoundAccount) => number | null) => {
    const sets = [...(inTotal ? [accounts] : []), ...(inGroups ? classes.values() : [])]
    for (const set of sets) {
      const known = different(set.filter(account => of(account) !== null))
      if (known < 5) found.push(`${name} follows for ${known} people`)
      if (values(set, of).size < 2) found.push(`all agree in ${name}`)
    }
  }
  for (const [index, section] of figures.sections.entries()) {
    check(
      `section ${section.id}`,
      section.mean !== null || section.deviation !== null,
      groups.some(group => (group.sections[index]?.mean ?? null) !== null),
      account => means(account)[index + 1] ?? null,
    )
  }
  const byGroup = groups.some(({ overall }) => overall.mean !== null)
  check('the general mean', figures.overall.mean !== null, byGroup, account => means(account)[0] ?? null)
  const missing = figures.sections.some(
    ({ mean }, index) => mean !== null && groups.some(group => group.sections[index]?.mean === null),
  )
  if (byGroup && missing) found.push('the general mean of a group gives the section that is missing')
  return found
}

const ofTexts = ({ round, accounts }: Published): string[] =>
  round.text_fields.flatMap(field => {
    const writers = different(accounts.filter(({ open_fields }) => open_fields.includes(field)))
    return writers < 8 ? [`${field} shows the texts of ${writers} people`] : []
  })

/** Where all agree in a question, no figure depends on what they agree in. */
function ofHidden({ figures, plan, accounts, recut }: Published): string[] {
  const text = JSON.stringify({ figures, plan })
  const alone = new Set(
    accounts
      .filter(one => accounts.filter(({ person }) => person === one.person).length === 1)
      .map(({ run_id }) => run_id),
  )
  return figures.sections.flatMap(({ questions }) =>
    questions.flatMap(({ field }) => {
      const agreed = values(accounts, account => account.options.get(field) ?? null)
      const [value = null] = agreed
      if (agreed.size !== 1 || accounts.length === 0) return []
      const other = value === 2 ? 4 : 2
      const changed = recut(account =>
        alone.has(account.run_id) ? { ...account, options: new Map([...account.options, [field, other]]) } : account,
      )
      return JSON.stringify(changed) === text ? [] : [`the figures tell what all answered in ${field}`]
    }),
  )
}

/**
 * The change between two rounds and its interval are no figures about anybody that the others aren't: level, deviation and people that are
 * shown of both give them. Where one of these isn't shown, there is no interval.
 */
function ofChange({ questionnaire, rounds }: Pick<Played, 'questionnaire' | 'rounds'>): string[] {
  return rounds.slice(1).flatMap((later, at) => {
    const earlier = rounds[at]
    if (!earlier) return []
    const { overall, sections } = changeBetween(questionnaire, earlier, later)
    const shown = [...sections, ...(overall ? [{ area: null, ...overall }] : [])]
    return shown.flatMap(({ area, before, now, change, interval, pairs }) => {
      const [was, is] = [earlier.figures, later.figures].map(({ overall: whole, sections: areas }) =>
        area === null ? whole : areas.find(({ title }) => title === area),
      )
      const computed = was && is ? intervalOf(was, is) : null
      const same =
        was?.mean === before &&
        is?.mean === now &&
        Math.abs(change - now + before) < 1e-6 &&
        pairs === null &&
        (interval === null || (computed !== null && areNear(interval, computed)))
      return same ? [] : [`the change of ${area} is not what is shown of both`]
    })
  })
}

type ShownSpread = { mean: number | null; deviation: number | null; people: number }

function intervalOf(was: ShownSpread, is: ShownSpread): { low: number; high: number } | null {
  if (was.mean === null || is.mean === null || was.deviation === null || is.deviation === null) return null
  const [a, b] = [was.deviation ** 2 / (was.people - 1), is.deviation ** 2 / (is.people - 1)]
  const dof = (a + b) ** 2 / (a ** 2 / (was.people - 1) + b ** 2 / (is.people - 1))
  const reach = a + b === 0 ? 0 : quantileOfT(0.975, dof) * Math.sqrt(a + b)
  return { low: is.mean - was.mean - reach, high: is.mean - was.mean + reach }
}

const areNear = (a: { low: number; high: number }, b: { low: number; high: number }): boolean =>
  Math.abs(a.low - b.low) < 0.00501 && Math.abs(a.high - b.high) < 0.00501

/** The comparison of a later purchase with an earlier one that published these rounds. */
export function changeBetween(questionnaire: Questionnaire, earlier: Published, later: Published): Comparison {
  const measured = ({ figures, round }: Published) => ({
    questionnaire,
    figures,
    tallies: round.tallies,
    mode: 'confidential' as const,
  })
  const baseline = {
    order_item_id: 'before',
    round_number: 1,
    product: 'Antes',
    order_number: 'ALH-1',
    measured_at: new Date('2026-03-03T15:00:00Z'),
    people: earlier.figures.people,
    common: null,
  }
  return compare(measured(later), { ...measured(earlier), baseline }, [])
}

/** Whether looking changes what is seen: two views between which nothing was published differ. */
export const changedByLooking = ({ views }: Played): boolean =>
  views.some((view, index) => {
    const before = views[index - 1]
    return before !== undefined && before.rounds === view.rounds && before.text !== view.text
  })
