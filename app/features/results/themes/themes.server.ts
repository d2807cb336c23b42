import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { findOpenTexts } from '#app/features/results/consolidated/consolidated.server.ts'
import type { Tallies } from '#app/features/results/consolidated/tallies.ts'
import type { ShownRound } from '#app/features/results/shown.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { kindsOf } from './function-words.ts'
import { type Forms, type SplitText, stemmable, wordSplitter } from './split-words.ts'
import type { Theme } from './theme.ts'
import { THEME_TEXTS, writeThemes } from './themes.ts'

type Asked = {
  round?: ShownRound | undefined
  /** Maximum of texts of each question; default: all. */
  maxTexts?: number
  withThemes?: boolean
}

/** The open answers of an item as the actor may see them, and the themes of all of them, however many are given back. */
export async function findOpenAnswers(
  tx: Transaction<DB>,
  itemId: string,
  { round, maxTexts, withThemes = false }: Asked,
): Promise<Pick<Tallies, 'texts' | 'themes'>> {
  const texts = await findOpenTexts(tx, itemId, { round, max: withThemes ? undefined : maxTexts })
  if (!withThemes) return { texts }
  return { texts: maxTexts === undefined ? texts : firstTexts(texts, maxTexts), themes: await findThemes(tx, texts) }
}

/** The first texts of each question, with how many it has. */
function firstTexts(texts: Tallies['texts'], max: number): Tallies['texts'] {
  const totals = new Map<string, number>()
  const first: Tallies['texts'][number][] = []
  for (const each of texts) {
    const place = (totals.get(each.field) ?? 0) + 1
    totals.set(each.field, place)
    if (place <= max) first.push(each)
  }
  return first.map(each => ({ ...each, total: totals.get(each.field) ?? 0 }))
}

/**
 * The themes of texts that may be shown, by question; nothing else is read. Words are counted here and their stems are the database's: it
 * takes five times as long to count them. Other requests are served between two questions.
 */
export async function findThemes(
  tx: Transaction<DB>,
  texts: Tallies['texts'],
): Promise<ReadonlyMap<string, readonly Theme[]>> {
  const forms: Forms = new Map()
  const split = wordSplitter(forms)
  const questions = new Map<string, SplitText[]>()
  for (const [field, answers] of Map.groupBy(texts, ({ field }) => field)) {
    if (answers.length < THEME_TEXTS) continue
    questions.set(
      field,
      answers.map(({ text }) => split(text)),
    )
    await nextTurn()
  }
  if (forms.size === 0) return new Map()
  const kinds = kindsOf([...forms.keys()], await findStems(tx, [...forms.keys()]))
  const themes = new Map<string, readonly Theme[]>()
  for (const [field, answers] of questions) {
    themes.set(field, writeThemes(answers, kinds))
    await nextTurn()
  }
  return themes
}

/** The stems of forms in PostgreSQL's Spanish dictionary (Snowball); '' of its stop words. */
async function findStems(tx: Transaction<DB>, forms: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ stems: string[] }>`
    select array(
      select case when ts_lexize('pg_catalog.spanish_stem', form) = '{}' then ''
        else coalesce((ts_lexize('pg_catalog.spanish_stem', plain))[1], '') end
      from unnest(${forms}::text[], ${forms.map(stemmable)}::text[]) with ordinality as word (form, plain, place)
      order by place) as stems`.execute(tx)
  return rows[0]?.stems ?? []
}
