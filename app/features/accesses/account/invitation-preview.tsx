import { data, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { fillForm } from '#app/features/accesses/accesses-schema.server.ts'
import {
  confirmList,
  fillList,
  type ListPreview,
  previewList,
  rereadList,
} from '#app/features/accesses/invitations/invitation-list.server.ts'
import { ListReview } from '#app/features/accesses/invitations/list-review.tsx'
import { ReadingForm } from '#app/features/accesses/invitations/list-upload.tsx'
import { PlannedPeople } from '#app/features/accesses/invitations/planned-rows.tsx'
import { setupPath } from '#app/features/accesses/invitations/setup.ts'
import { requireUser } from '#app/features/identity/session.server.ts'
import { findReportingGroups } from '#app/features/results/rounds/define-groups.server.ts'
import { countOf, formatInteger, inNumber } from '#app/kernel/format.ts'
import { answerRefusals, readForm } from '#app/kit/forms/answer-form.server.ts'
import { firstMessagePerField, typedValues } from '#app/kit/forms/form-answer.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { ItemPage } from '#app/layouts/account/account-page.tsx'
import { toPurchase } from '#app/layouts/account/purchase-page.tsx'
import { type Services, servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/invitation-preview'

export const meta: Route.MetaFunction = () => [{ title: 'Revisar la lista · Alhena' }]

const address = z.object({ itemId: z.uuid(), draftId: z.uuid() })

export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const { db, now } = servicesOf(args.context)
  const parsed = address.safeParse(args.params)
  const list = parsed.success ? { ...parsed.data, userId: user.id } : undefined
  const preview = list && (await previewList(db, { ...list, now: now() }))
  if (!preview) throw data('Not found', 404)
  if (!preview.confirmed) await leaveNew(db, list)
  return { preview, ...args.params }
}

/** The first list of a company purchase is invited where the purchase is set up. @throws a redirect to it */
async function leaveNew(db: Services['db'], { draftId, ...item }: { userId: string; itemId: string; draftId: string }) {
  const purchase = await findReportingGroups(db, item)
  if (purchase && !purchase.invited) throw redirect(setupPath(item.itemId, { lista: draftId }))
}

export async function action(args: Route.ActionArgs) {
  const user = await requireUser(args)
  const { db, now } = servicesOf(args.context)
  const form = await readForm(args.request)
  const parsed = address.safeParse(args.params)
  if (!parsed.success) throw data('Not found', 404)
  const list = { ...parsed.data, userId: user.id }
  if (form.intent === 'fill') {
    const fill = fillForm.safeParse(form)
    if (!fill.success) {
      const values = typedValues(form, ['role', 'area'])
      return data({ fill: { errors: firstMessagePerField(fill.error), values } }, 400)
    }
    if (!(await fillList(db, { ...list, ...fill.data }))) throw data('Not found', 404)
    return null
  }
  return answerRefusals(async () => {
    if (form.intent === 'reread') {
      if (!(await rereadList(db, { ...list, form }))) throw data('Not found', 404)
      return null
    }
    await leaveNew(db, list)
    const invited = await confirmList(db, { ...list, user, key: form.key ?? '', now: now() })
    if (invited === undefined) throw data('Not found', 404)
    return redirect(`/account/items/${list.itemId}/invitations/${list.draftId}`)
  })
}

const people = (count: number): string => countOf(count, 'persona', 'personas')

export default function InvitationPreviewPage({ loaderData, actionData }: Route.ComponentProps) {
  const { preview, itemId, draftId } = loaderData
  if (preview.confirmed) return <Done preview={preview} />
  const { item, rows, invites, mailsLeft } = preview
  const list = `/account/items/${itemId}/invitations`
  return (
    <ItemPage title="Revisar la lista" description={item.name} back={{ to: list, label: 'Otra lista' }}>
      {actionData && 'text' in actionData && (
        <Alert tone="error" className="mb-8">
          {actionData.text}
        </Alert>
      )}
      <ListReview preview={preview} refused={actionData && 'fill' in actionData ? actionData.fill : undefined} />
      <div className="mb-10 flex flex-wrap gap-3">
        {invites > 0 && invites <= mailsLeft && !item.expired && <Confirm invites={invites} previewKey={preview.key} />}
        <ButtonLink variant="secondary" to={`${list}?lista=${draftId}`} className="max-sm:w-full">
          Corregir la lista
        </ButtonLink>
      </div>
      {preview.reading && <ReadingForm reading={preview.reading} />}
      <PlannedPeople rows={rows} leftOut={`${list}/${draftId}/left-out`} />
    </ItemPage>
  )
}

function Confirm({ invites, previewKey }: { invites: number; previewKey: string }) {
  const { state, formMethod, formData } = useNavigation()
  return (
    <Form method="post" className="max-sm:w-full">
      <input type="hidden" name="key" value={previewKey} />
      <Button
        type="submit"
        pending={state !== 'idle' && formMethod === 'POST' && formData?.get('intent') == null}
        pendingLabel="Invitando…"
        className="max-sm:w-full"
      >
        {`Invitar a ${people(invites)}`}
      </Button>
    </Form>
  )
}

function Done({ preview: { item, invited } }: { preview: Extract<ListPreview, { confirmed: true }> }) {
  const left = item.seats - item.used_seats
  return (
    <ItemPage title="Invitaciones enviadas" description={item.name} back={toPurchase(item.id)}>
      <Alert tone="success" title={`Invitamos a ${people(invited)}`}>
        {`${inNumber(invited, 'Recibe', 'Cada una recibe')} un correo con el enlace y su código. ${left === 0 ? 'No quedan asientos.' : `Asientos libres: ${formatInteger(left)}.`}`}
      </Alert>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={`/account/items/${item.id}/participants`}>Ver personas</ButtonLink>
        {left > 0 && (
          <ButtonLink variant="secondary" to={`/account/items/${item.id}/invitations`}>
            Invitar a más personas
          </ButtonLink>
        )}
      </div>
    </ItemPage>
  )
}
