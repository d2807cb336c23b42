import type { Kysely } from 'kysely'
import { data } from 'react-router'
import { findDraft } from '#app/features/questionnaires/drafts/drafts.server.ts'
import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { findVersions } from '#app/features/questionnaires/questionnaires.server.ts'
import { contentEditor, questionnaireIdOf } from '#app/layouts/admin/content-editor.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/export'

/** A version as it was written, the newest without a number; undefined where there is none. */
async function findVersion(db: Kysely<DB>, id: string, number: string | null): Promise<Questionnaire | undefined> {
  const versions = await findVersions(db, id)
  return number === null ? versions.at(-1) : versions.find(({ version }) => String(version) === number)
}

/** A version or the draft of a questionnaire as a JSON file, in the import format. */
export async function loader(args: Route.LoaderArgs) {
  const editor = await contentEditor(args)
  const { db } = servicesOf(args.context)
  const id = questionnaireIdOf(args.params)
  const requested = args.url.searchParams.get('version')
  const content =
    requested === 'borrador'
      ? (await readAs(db, editor, tx => findDraft(tx, id)))?.content
      : await findVersion(db, id, requested)
  if (!content) throw data('Not found', 404)
  const name = `${content.id}-${requested === 'borrador' ? 'borrador' : `v${content.version}`}.es.json`
  return new Response(`${JSON.stringify({ locale: 'es-CL', ...content }, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  })
}
