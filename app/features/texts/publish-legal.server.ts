import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { formatLongDate } from '#app/kernel/dates.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { storableJson } from '#app/kernel/text.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { placeholderValues } from '#app/platform/legal/legal.ts'
import { type LegalContent, type LegalKey, legalContentSchema } from '#app/platform/legal/legal-schema.ts'
import { refreshTexts } from '#app/platform/texts/texts.server.ts'
import type { Editor } from './save-text.server.ts'
import { insertLegalVersion, listLegalVersions } from './texts.server.ts'

export type LegalFailure =
  /** Another version than the one that was read is the newest. */
  { code: 'changed_meanwhile' } | { code: 'no_changes' }

const textsOf = ({ updated: _, ...texts }: LegalContent): string => storableJson(texts)

/**
 * Publishes the next version of a legal text, dated today. Earlier versions don't change, because people have accepted
 * them.
 * @param words without their date.
 * @param asksAgain for the notice about measuring: whether visitors who decided under an earlier version are asked
 * again.
 */
export async function publishLegal(
  { db }: { db: Kysely<DB> },
  input: {
    editor: Editor
    key: LegalKey
    seen: number
    words: Omit<LegalContent, 'updated'>
    asksAgain?: boolean
    now: Date
  },
): Promise<Result<{ version: number }, LegalFailure>> {
  const { editor, key, seen, words: texts, asksAgain = true, now } = input
  const content = legalContentSchema.parse({ ...texts, updated: formatLongDate(now) })
  const done = await asActor(db, editor, async (tx): Promise<Result<{ version: number }, LegalFailure>> => {
    const [newest] = await listLegalVersions(tx, key)
    if ((newest?.version ?? 0) !== seen) return err({ code: 'changed_meanwhile' })
    const before = legalContentSchema.safeParse(newest?.content)
    if (before.success && textsOf(before.data) === textsOf(content)) return err({ code: 'no_changes' })
    const version = seen + 1
    const added = { key, version, content, values: placeholderValues(), asksAgain }
    if (!(await insertLegalVersion(tx, added))) return err({ code: 'changed_meanwhile' })
    await writeAudit(tx, {
      action: 'legal_text_published',
      entity: 'legal_text',
      entity_id: key,
      before: { version: seen, content: newest?.content ?? null },
      after: { version, content, ...(key === 'cookies_analytics' && { asks_again: asksAgain }) },
    })
    return ok({ version })
  })
  await refreshTexts(db)
  return done
}
