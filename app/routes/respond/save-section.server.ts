import { redirect } from 'react-router'
import { completeRun } from '#app/features/questionnaires/complete-run.server.ts'
import { findStage } from '#app/features/questionnaires/find-stage.server.ts'
import { runPath } from '#app/features/questionnaires/questionnaire.ts'
import { answeringActors } from '#app/features/questionnaires/respondent-session.server.ts'
import { saveAnswers } from '#app/features/questionnaires/save-answer.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/questionnaire'
import { productOf } from './respond-product.server.ts'

type Asked = { access_id: string; run_id: string; section: number; to: '-1' | '1' }

/** The whole section as a plain form, for a browser in which the page's script does not run: saves it and moves on. */
export async function saveSection(args: Route.ActionArgs, form: Record<string, string>, asked: Asked) {
  const services = servicesOf(args.context)
  const now = services.now()
  const { slug } = await productOf(services.db, args.params)
  const run = { accessId: asked.access_id, runId: asked.run_id, now }
  const back = runPath(slug, asked.access_id, asked.run_id)
  for await (const actor of answeringActors(args)) {
    const stage = await findStage(services, { ...run, slug, actors: only(actor) })
    if (stage.stage !== 'assessment') continue
    const section = stage.questionnaire.sections[asked.section - 1]
    const answers = [
      ...(section?.questions ?? []).map(({ field }) => ({ field, value: Number(form[field]), seq: now.getTime() })),
      ...(section?.openQuestions ?? []).map(({ field }) => ({ field, value: form[field] ?? '', seq: now.getTime() })),
    ].filter(({ field }) => form[field] !== undefined)
    const next = asked.section + Number(asked.to)
    await saveAnswers(services, actor, {
      ...run,
      questionnaireId: stage.questionnaire.id,
      questionnaireVersion: stage.questionnaire.version,
      answers,
      currentSection: next,
      activeSeconds: stage.activeSeconds,
    })
    if (next > stage.questionnaire.sections.length) await completeRun(services, actor, run)
    break
  }
  return redirect(back)
}

async function* only<Value>(value: Value): AsyncGenerator<Value> {
  yield value
}
