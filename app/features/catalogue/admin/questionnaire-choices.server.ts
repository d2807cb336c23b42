import type { Kysely } from 'kysely'
import { questionnaireValue } from '#app/features/catalogue/product-form.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { listOfferedQuestionnaires } from './edited-product.db.server.ts'

/** The questionnaires as options: the newest version, and each fixed one. */
export async function questionnaireChoices(
  db: Kysely<DB>,
): Promise<{ value: string; label: string; minutes: number | undefined }[]> {
  const offered = await listOfferedQuestionnaires(db)
  return offered.flatMap(({ id, title, versions }) => [
    { value: questionnaireValue(id, null), label: `${title}: la más nueva`, minutes: versions[0]?.minutes },
    ...versions.map(({ version, minutes }) => ({
      value: questionnaireValue(id, version),
      label: `${title}: versión ${version}`,
      minutes,
    })),
  ])
}
