import type { Kysely } from 'kysely'
import { data } from 'react-router'
import { findDraft, findDraftPlan } from '#app/features/questionnaires/drafts/drafts.server.ts'
import type { QuestionnairePlan } from '#app/features/questionnaires/plan.ts'
import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { findVersions, findWrittenPlan } from '#app/features/questionnaires/questionnaires.server.ts'
import { contentEditor, questionnaireIdOf } from '#app/layouts/admin/content-editor.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/export'

/** A questionnaire with its plan, in the import format. */
type Exported = { content: Questionnaire; plan: QuestionnairePlan | undefined }

/** A version as it was written, the newest without a number; undefined where there is none. */
async function findVersion(db: Kysely<DB>, id: string, number: string | null): Promise<Exported | undefined> {
  const versions = await findVersions(db, id)
  const content = number === null ? versions.at(-1) : versions.find(({ version }) => String(version) === number)
  return content && { content, plan: await findWrittenPlan(db, id, content.version) }
}

/** A version or the draft of a questionnaire with its plan as a JSON file, in the import format. */
export async function loader(args: Route.LoaderArgs) {
  const editor = await contentEditor(args)
  const { db } = servicesOf(args.context)
  const id = questionnaireIdOf(args.params)
  const requested = args.url.searchParams.get('version')
  const found: Exported | undefined =
    requested === 'borrador'
      ? await readAs(db, editor, async tx => {
          const draft = await findDraft(tx, id)
          return draft && { content: draft.content, plan: await findDraftPlan(tx, id) }
        })
      : await findVersion(db, id, requested)
  if (!found) throw data('Not found', 404)
  const { content, plan } = found
  const name = `${content.id}-${requested === 'borrador' ? 'borrador' : `v${content.version}`}.es.json`
  return new Response(`${JSON.stringify({ locale: 'es-CL', ...content, plan }, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  })
}
