import { data } from 'react-router'
import { findDraft } from '#app/features/questionnaires/drafts/drafts.server.ts'
import { findNewestQuestionnaire, findQuestionnaire } from '#app/features/questionnaires/questionnaires.server.ts'
import { contentEditor, questionnaireIdOf } from '#app/layouts/admin/content-editor.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/export'

/** A version or the draft of a questionnaire as a JSON file, in the import format. */
export async function loader(args: Route.LoaderArgs) {
  const editor = await contentEditor(args)
  const { db } = servicesOf(args.context)
  const id = questionnaireIdOf(args.params)
  const requested = args.url.searchParams.get('version')
  const content =
    requested === 'borrador'
      ? (await readAs(db, editor, tx => findDraft(tx, id)))?.content
      : requested === null
        ? await findNewestQuestionnaire(db, id)
        : /^[1-9]\d{0,5}$/.test(requested)
          ? await findQuestionnaire(db, id, Number(requested))
          : undefined
  if (!content) throw data('Not found', 404)
  const name = `${content.id}-${requested === 'borrador' ? 'borrador' : `v${content.version}`}.es.json`
  return new Response(`${JSON.stringify({ locale: 'es-CL', ...content }, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  })
}
