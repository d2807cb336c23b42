import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { formatLongDate } from '#app/kernel/dates.ts'
import { Refusal, refuse } from '#app/kernel/refusal.ts'
import { storableJson } from '#app/kernel/text.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { placeholderValues } from '#app/platform/legal/legal.ts'
import { type LegalContent, type LegalKey, legalContentSchema } from '#app/platform/legal/legal-schema.ts'
import { refreshTexts } from '#app/platform/texts/texts.server.ts'
import type { Editor } from './save-text.server.ts'
import { insertLegalVersion, listLegalVersions } from './texts.server.ts'

/** Another version than the one that was read is the newest. */
const changedMeanwhile = () =>
  new Refusal('Otra persona publicó una versión después de que abriste esta página. Léela antes de publicar la tuya.')

const comparedTexts = ({ updated: _, ...texts }: LegalContent): string => storableJson(texts)

/**
 * Publishes the next version of a legal text, dated today. Earlier versions don't change, because people have accepted
 * them.
 * @param words without their date.
 * @param asksAgain for the notice about measuring: whether visitors who decided under an earlier version are asked
 * again.
 * @returns the number of the version @throws Refusal
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
): Promise<number> {
  const { editor, key, seen, words: texts, asksAgain = true, now } = input
  const content = legalContentSchema.parse({ ...texts, updated: formatLongDate(now) })
  try {
    return await asActor(db, editor, async tx => {
      const [newest] = await listLegalVersions(tx, key)
      if ((newest?.version ?? 0) !== seen) throw changedMeanwhile()
      const before = legalContentSchema.safeParse(newest?.content)
      if (before.success && comparedTexts(before.data) === comparedTexts(content)) {
        refuse('Dice lo mismo que la versión vigente.')
      }
      const version = seen + 1
      const added = { key, version, content, values: placeholderValues(), asksAgain }
      if (!(await insertLegalVersion(tx, added))) throw changedMeanwhile()
      await writeAudit(tx, {
        action: 'legal_text_published',
        entity: 'legal_text',
        entity_id: key,
        before: { version: seen, content: newest?.content ?? null },
        after: { version, content, ...(key === 'cookies_analytics' && { asks_again: asksAgain }) },
      })
      return version
    })
  } finally {
    // Also where another editor's version was in the way: this process shows that one from now on.
    await refreshTexts(db)
  }
}
