import { data } from 'react-router'
import { requireRole, type SessionArgs } from '#app/features/identity/session.server.ts'
import { QUESTIONNAIRE_ID } from '#app/features/questionnaires/drafts/draft.ts'
import type { Actor } from '#app/platform/database/actor.server.ts'

/** The administrator who edits the shop's texts. @throws as `requireRole`. */
export async function contentEditor(args: SessionArgs): Promise<Extract<Actor, { kind: 'admin' }> & { email: string }> {
  const { id, email } = await requireRole(args, ['admin'])
  return { kind: 'admin', userId: id, email }
}

/** The questionnaire of an address. @throws 404 for an invalid id. */
export function questionnaireIdOf({ questionnaireId }: { questionnaireId: string }): string {
  if (!QUESTIONNAIRE_ID.test(questionnaireId)) throw data('Not found', 404)
  return questionnaireId
}
