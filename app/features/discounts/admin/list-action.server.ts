import { data } from 'react-router'
import {
  ARCHIVED,
  CREATED,
  changeFailureText,
  DELETE_FAILED,
  DELETED,
  type DiscountChangeFailure,
  type DiscountSaveFailure,
  failureTitle,
  STATUS_FAILED,
  saveFailureText,
  statusChanged,
  UPDATED,
} from '#app/features/discounts/discount-admin.ts'
import type { DiscountAnswer } from '#app/features/discounts/discount-answers.ts'
import { DISCOUNT_FORM_FIELDS } from '#app/features/discounts/discount-fields.ts'
import { discountIntent, readDiscountForm } from '#app/features/discounts/discount-form.schema.ts'
import type { Message } from '#app/features/discounts/discounts.ts'
import { changeDiscountStatus, deleteDiscount } from '#app/features/discounts/manage-discount.server.ts'
import { createDiscount, editDiscount } from '#app/features/discounts/save-discount.server.ts'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { stepUp } from '#app/features/identity/staff/step-up.server.ts'
import { Refusal } from '#app/kernel/refusal.ts'
import { typedValues } from '#app/kit/forms/typed-values.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { isDatabaseOutage } from '#app/platform/database/outage.server.ts'
import { describeError } from '#app/platform/log/log.server.ts'
import { type Services, servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/list'
import { findDiscount } from './discount-list.server.ts'

type Save = {
  services: Services
  actor: { kind: 'admin'; userId: string }
  form: Record<string, string>
  now: Date
  args: Route.ActionArgs
}

const done = (message: Message) =>
  data<DiscountAnswer>({
    ok: true,
    notice: { title: message.title, tone: 'success', ...(message.description && { description: message.description }) },
  })

type Shown = { title: string; text?: string; errors?: Record<string, string>; stale?: boolean }

const refuse = ({ title, text, errors = {}, stale }: Shown, status: number, form?: Record<string, string>) =>
  data<DiscountAnswer>(
    {
      ok: false,
      notice: { title, tone: 'error', ...(text && { description: text }) },
      errors,
      ...(form && { values: typedValues(form, DISCOUNT_FORM_FIELDS) }),
      ...(stale && { stale }),
    },
    status,
  )

/** The forms of the screen of discount codes. What fails unexpectedly is logged and answered in that form. */
export async function answerDiscounts(args: Route.ActionArgs, user: SessionUser, form: Record<string, string>) {
  const services = servicesOf(args.context)
  const parsed = discountIntent.safeParse(form)
  if (!parsed.success) throw data('Bad request', 400)
  const input = parsed.data
  const save: Save = { services, actor: { kind: 'admin', userId: user.id }, form, now: services.now(), args }
  try {
    switch (input.intent) {
      case 'create':
        return await create(save)
      case 'edit':
        return await edit(save, input)
      case 'status': {
        const changed = await changeDiscountStatus(services.db, { ...save, target: input, status: input.status })
        return changed.ok ? done(statusChanged(input.status)) : refuseChange(STATUS_FAILED, changed.error)
      }
      case 'delete': {
        const deleted = await deleteDiscount(services.db, { ...save, target: input })
        if (!deleted.ok) return refuseChange(DELETE_FAILED, deleted.error)
        return done(deleted.value === 'deleted' ? DELETED : ARCHIVED)
      }
    }
  } catch (error) {
    services.log.error('discounts_action_failed', { intent: input.intent, ...describeError(error) })
    return refuse({ title: failureTitle(input.intent) }, isDatabaseOutage(error) ? 503 : 500, form)
  }
}

const refuseChange = (title: string, failure: DiscountChangeFailure) =>
  refuse({ title, text: changeFailureText(failure), stale: true }, 409)

/** Percent from which a code asks who sits before the session. */
const STEP_UP_PERCENT = 50

/** A code that gives half of the price away or more is made by somebody who confirms to be there. */
async function unconfirmed({ args, form }: Save, { type, value }: { type: string; value: number }) {
  if (type !== 'percentage' || value < STEP_UP_PERCENT) return undefined
  try {
    await stepUp(args, form.password ?? '')
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refuse({ title: 'Revisa el formulario', errors: { password: error.message } }, 400, form)
  }
}

async function create(save: Save) {
  const { services, actor, form, now } = save
  const read = readDiscountForm(form, now)
  if (!read.ok) return refuse({ title: 'Revisa el formulario', errors: read.errors }, 400, form)
  const refusal = await unconfirmed(save, read.fields)
  if (refusal) return refusal
  const saved = await createDiscount(services.db, { actor, now, fields: read.fields, productIds: read.productIds })
  return saved.ok ? done(CREATED) : refuseSave(saved.error, form)
}

async function edit(save: Save, target: { id: string; revision: number }) {
  const { services, actor, form, now } = save
  const before = await asActor(services.db, actor, tx => findDiscount(tx, target.id, now))
  const read = readDiscountForm(form, now, before)
  if (!read.ok) return refuse({ title: 'Revisa el formulario', errors: read.errors }, 400, form)
  const { fields, productIds } = read
  const refusal = await unconfirmed(save, fields)
  if (refusal) return refusal
  const saved = await editDiscount(services.db, { actor, now, target, fields, productIds })
  return saved.ok ? done(UPDATED) : refuseSave(saved.error, form)
}

function refuseSave(failure: DiscountSaveFailure, form: Record<string, string>) {
  const { field, text } = saveFailureText(failure)
  const stale = failure.code === 'changed_meanwhile' || failure.code === 'discount_not_found'
  return refuse({ title: 'Error', text, stale, errors: field === undefined ? {} : { [field]: text } }, 409, form)
}
