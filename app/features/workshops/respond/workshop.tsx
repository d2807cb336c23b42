import { data, redirect } from 'react-router'
import { z } from 'zod'
import { workshopPath } from '#app/features/accesses/invitations/invitation.ts'
import { AccessForm } from '#app/features/questionnaires/access-form.tsx'
import {
  type AccessAnswer,
  ALREADY_COMPLETED,
  accessEnded,
  accessError,
  NOTHING_TO_ANSWER,
} from '#app/features/questionnaires/respond-texts.ts'
import { ACCESS_FIELDS } from '#app/features/questionnaires/respondent.ts'
import { accessSchema } from '#app/features/questionnaires/respondent-schema.server.ts'
import {
  answeringActors,
  findInvitedEmail,
  findInvitedPerson,
  openAccess,
  readBrowser,
  respondentCookie,
} from '#app/features/questionnaires/runs/respondent-session.server.ts'
import { findProductBySlug } from '#app/features/questionnaires/runs/runs.server.ts'
import { salePrice } from '#app/features/questionnaires/runs/sale-price.server.ts'
import { findWorkshopVisit } from '#app/features/workshops/find-workshop-visit.server.ts'
import { listMaterials } from '#app/features/workshops/materials.server.ts'
import { unreachable } from '#app/kernel/result.ts'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import { firstMessagePerField, typedValues } from '#app/kit/forms/form-answer.ts'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { RespondFrame } from '#app/layouts/respond/respond-frame.tsx'
import { hasLostCookie, withCookieMark } from '#app/platform/http/cookie-probe.ts'
import { invitedContext } from '#app/platform/http/request-context.server.ts'
import { clientAddressContext, servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/workshop'
import { WorkshopView } from './workshop-view.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.product.name ?? 'Taller'} · Alhena` },
  { name: 'referrer', content: 'no-referrer' },
]

const SLUG = /^[a-z0-9][a-z0-9-]{1,79}$/

/** @throws 404 when the address does not name a workshop. */
async function workshopOf(args: Route.LoaderArgs | Route.ActionArgs) {
  const { db } = servicesOf(args.context)
  const product = SLUG.test(args.params.slug) ? await findProductBySlug(db, args.params.slug) : undefined
  if (product?.type !== 'workshop') throw data('Not found', 404)
  const { slug, name, description_short: description } = product
  return { slug, name, description, price: salePrice(product) }
}

export async function loader(args: Route.LoaderArgs) {
  const { db, now, pdf } = servicesOf(args.context)
  args.context.set(invitedContext, true)
  const product = await workshopOf(args)
  const accessId = z.uuid().safeParse(args.url.searchParams.get('access_id'))
  const found = accessId.success
    ? await findWorkshopVisit(db, { actors: answeringActors(args), accessId: accessId.data, now: now() })
    : undefined
  if (!found && accessId.success) {
    const invited = await findInvitedPerson(db, { slug: product.slug, accessId: accessId.data })
    return { product, invited, lostCookie: hasLostCookie(args.request, args.url) }
  }
  if (!found) return { product }
  if (found.state === 'ended') return { product, endedOn: found.endedOn }
  const { visit } = found
  if (visit.workshop.slug !== product.slug) throw redirect(workshopPath(visit.workshop.slug, visit.access_id))
  return { product, visit, files: await listMaterials({ db, pdf, now: now() }, visit) }
}

export async function action(args: Route.ActionArgs) {
  const { db, now, settings } = servicesOf(args.context)
  const { slug } = await workshopOf(args)
  const form = await readForm(args.request)
  if (form.intent !== 'access') throw data('Bad request', 400)
  const values = typedValues(form, ACCESS_FIELDS)
  const refuse = (answer: Partial<AccessAnswer>, status: number) =>
    data<AccessAnswer>({ form: 'access', errors: {}, values, ...answer }, status)
  const parsed = accessSchema.safeParse({
    email: await findInvitedEmail(db, { slug, accessId: form.access_id }),
    ...form,
  })
  if (!parsed.success) return refuse({ errors: firstMessagePerField(parsed.error) }, 400)
  const input = {
    ...parsed.data,
    address: args.context.get(clientAddressContext),
    browser: readBrowser(args.request, settings.appUrl),
  }
  const opened = await openAccess({ db }, input, now())
  if (opened.ok) {
    const { token, address } = opened.value
    throw redirect(withCookieMark(address, args.request, form), {
      headers: { 'Set-Cookie': respondentCookie.set(token, settings.appUrl) },
    })
  }
  const { error } = opened
  switch (error.code) {
    case 'invalid':
      return refuse({ notice: accessError(error.message) }, 400)
    case 'ended':
      return refuse({ notice: accessEnded(error) }, 409)
    case 'already_completed':
      return refuse({ notice: ALREADY_COMPLETED }, 409)
    case 'no_questionnaire':
      return refuse({ notice: accessError(NOTHING_TO_ANSWER) }, 409)
    default:
      return unreachable(error)
  }
}

/** A workshop for its invited participants: e-mail and code, then programme, session and certificate. */
export default function WorkshopPage({
  loaderData: { product, invited, endedOn, visit, files = [], lostCookie },
  actionData,
}: Route.ComponentProps) {
  return (
    <RespondFrame>
      {visit ? (
        <div className="mx-auto max-w-5xl">
          <PageHeading title={product.name} description={visit.workshop.description_short} />
          <WorkshopView visit={visit} files={files} />
        </div>
      ) : (
        <AccessForm
          product={product}
          workshop
          invited={invited}
          endedOn={endedOn}
          answer={actionData}
          lostCookie={lostCookie}
        />
      )}
    </RespondFrame>
  )
}
