import { useEffect } from 'react'
import { data, isRouteErrorResponse, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { sessionUser } from '#app/features/identity/session.server.ts'
import { AccessForm } from '#app/features/questionnaires/access-form.tsx'
import { DAMA_SLUG, questionnairePath, RUN_PARAMETERS } from '#app/features/questionnaires/questionnaire.ts'
import type { Reader } from '#app/features/questionnaires/respond/complete-screen.tsx'
import { findHeldAccess, findStage } from '#app/features/questionnaires/respond/find-stage.server.ts'
import { successNotice, unreachedAnswer } from '#app/features/questionnaires/respond-texts.ts'
import { runAddressSchema } from '#app/features/questionnaires/respondent-schema.server.ts'
import { answeringActors, findInvitedPerson } from '#app/features/questionnaires/runs/respondent-session.server.ts'
import type { Stage } from '#app/features/questionnaires/stage.ts'
import { readsOwnResults } from '#app/features/results/results.server.ts'
import { findRating } from '#app/features/reviews/rate-access.server.ts'
import { notify } from '#app/kit/ui/toast.ts'
import { whenIdle } from '#app/kit/ui/use-hydrated.ts'
import { RespondFrame, useFocusOnNewStage } from '#app/layouts/respond/respond-frame.tsx'
import { PUBLIC_CACHE } from '#app/layouts/shop/public-cache.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { hasLostCookie, keepsCookies } from '#app/platform/http/cookie-probe.ts'
import { lazyOrReload } from '#app/platform/http/lazy-or-reload.ts'
import { importedAtOnceContext, invitedContext } from '#app/platform/http/request-context.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/questionnaire'
import { answerRespondent, findServedProduct } from './respond-action.server.ts'

const TITLES: Record<Stage['stage'], string> = {
  access: 'Acceso',
  respondent: 'Identificación',
  assessment: 'Evaluación',
  complete: 'Evaluación completada',
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: loaderData
      ? `${TITLES[loaderData.stage.stage]}: ${loaderData.product.name} · Alhena`
      : 'Evaluación · Alhena',
  },
  { name: 'referrer', content: 'no-referrer' },
]

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = servicesOf(args.context)
  args.context.set(invitedContext, true)
  const address = runAddressSchema.safeParse(Object.fromEntries(args.url.searchParams))
  const held = address.success
    ? findHeldAccess(db, { actors: answeringActors(args), accessId: address.data.access_id })
    : undefined
  const [product, access] = await Promise.all([findServedProduct(db, args.params), held])
  // Each product has one address: this one has its own (spec D17).
  if (args.params.slug === DAMA_SLUG) throw redirect(`${questionnairePath(DAMA_SLUG)}${args.url.search}`)
  if (!address.success) {
    const stage = { stage: 'access', endedOn: undefined } satisfies Stage
    const isForAll = !RUN_PARAMETERS.some(name => args.url.searchParams.has(name))
    return data(
      { product, stage, invited: undefined, rated: undefined, reader: undefined, lostCookie: false },
      isForAll ? { headers: PUBLIC_CACHE } : {},
    )
  }
  const { access_id: accessId, assessment_id: assessmentId } = address.data
  const stage = await findStage({ db }, access, {
    slug: product.slug,
    // An invitation names the product there, because it has no run yet (specification 2, section 9).
    runId: assessmentId === product.id ? undefined : assessmentId,
    now: now(),
  })
  if (stage.stage === 'elsewhere') throw redirect(stage.address)
  if (stage.stage === 'access') {
    const invited = await findInvitedPerson(db, { slug: product.slug, accessId })
    return { product, stage, invited, lostCookie: hasLostCookie(args.request, args.url) }
  }
  args.context.set(importedAtOnceContext, ['app/features/questionnaires/respond/run-stages.tsx'])
  if (stage.stage !== 'complete') return { product, stage }
  const [rating, reader] = await Promise.all([
    findRating(db, { actors: answeringActors(args), accessId }),
    findReader(args, accessId),
  ])
  return { product, stage, rated: rating && { accessId, rating }, reader }
}

/** Who reads the closing screen of an access. */
async function findReader(args: Route.LoaderArgs, accessId: string): Promise<Reader> {
  const user = await sessionUser(args)
  if (!user) return { kind: 'stranger' }
  const { db } = servicesOf(args.context)
  const isOwn = await readAs(db, { kind: 'user', userId: user.id }, tx => readsOwnResults(tx, user.id, accessId))
  return isOwn ? { kind: 'owner', results: `/account/results/${accessId}` } : { kind: 'account' }
}

export const action = (args: Route.ActionArgs) => answerRespondent(args)

/** Without a network a form says so and the page stays: an error page would remove the answers from the screen. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  try {
    const answer = await serverAction()
    if (answer.form === 'complete' && answer.done) notify(successNotice('complete'))
    else if (answer.form === 'access' && answer.opened) notify(successNotice('access'))
    else if (answer.notice) notify(answer.notice)
    return answer
  } catch (outcome) {
    if (outcome instanceof Response || isRouteErrorResponse(outcome)) {
      const intent = form.get('intent')
      // Who keeps no cookie is back at the form of the code, which says why.
      const keeps = outcome instanceof Response && keepsCookies()
      if (keeps && (intent === 'access' || intent === 'start')) notify(successNotice(intent))
      throw outcome
    }
    const answer = unreachedAnswer(form)
    if (answer.notice) notify(answer.notice)
    return answer
  }
}

/** A form that changed nothing needs no reload, which would fail without a network. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const answer: Awaited<ReturnType<typeof clientAction>> | undefined = actionResult
  if (!answer) return defaultShouldRevalidate
  return (answer.form === 'complete' && answer.done) || (answer.form === 'start' && answer.renewed === true)
}

const loadRunStages = () => import('./run-stages.tsx')

/**
 * Without a <Suspense> around it: React takes over a page whose run is open when this code has come, all at once, and
 * the form of the code stays on the screen until then.
 */
const RunStages = lazyOrReload(loadRunStages)

export default function QuestionnairePage({ loaderData, actionData }: Route.ComponentProps) {
  const { product, stage, invited, rated, reader } = loaderData
  useFocusOnNewStage(stage.stage)
  if (stage.stage !== 'access') {
    const answer = actionData?.form === 'start' || actionData?.form === 'section' ? actionData : undefined
    return <RunStages stage={stage} rated={rated} reader={reader} answer={answer} />
  }
  return (
    <RespondFrame>
      <NextStagePreload />
      <AccessForm
        product={product}
        invited={invited}
        endedOn={stage.endedOn}
        answer={actionData?.form === 'access' ? actionData : undefined}
        lostCookie={loaderData.lostCookie}
      />
    </RespondFrame>
  )
}

/** Loads what comes after the code while it is being typed. */
function NextStagePreload() {
  useEffect(() => whenIdle(() => loadRunStages().catch(() => undefined)), [])
  return null
}
