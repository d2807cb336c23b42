import { data } from 'react-router'
import { z } from 'zod'
import { STEP_UP_REFUSALS } from '#app/features/identity/account/security-texts.ts'
import { requireRole, type SessionArgs } from '#app/features/identity/session.server.ts'
import { stepUp } from '#app/features/identity/staff/step-up.server.ts'
import { answerForm, type FormOptions, type Outcome, type Refusal } from '#app/forms/answer-form.server.ts'
import type { Actor } from '#app/platform/database/actor.server.ts'
import { type Services, servicesOf } from '#app/platform/services/services.server.ts'

type Admin = Extract<Actor, { kind: 'admin' }>

type AdminPage = {
  args: SessionArgs
  services: Services
  actor: Admin
  /** Of the address; '' on a page that is about no row. */
  id: string
  now: Date
  /** Asks who sits before the session (`stepUp`): the refusal beside the field of the password; undefined when it is confirmed. */
  stepUpRefusal: (password: string) => Promise<Refusal | undefined>
}

/**
 * The action of a back-office page: checks the administrator, parses the form by its schema, calls the use case, and
 * returns the outcome. @param options.param the address parameter with the object's id
 * @throws as `requireRole` and `answerForm`; 404 for an invalid id.
 */
export const adminForm =
  <
    Command,
    Intent extends string,
    Field extends string = never,
    Group extends string = never,
    Param extends string = never,
  >(
    { param, ...options }: FormOptions<Command, Intent, Field, Group> & { param?: Param },
    handle: (command: Command, page: AdminPage) => Promise<Outcome>,
  ) =>
  async (args: SessionArgs & { params: Readonly<Record<Param, string>> }) => {
    const { id: userId } = await requireRole(args, ['admin'])
    const services = servicesOf(args.context)
    const id = param === undefined ? '' : z.uuid().safeParse(args.params[param]).data
    if (id === undefined) throw data('Not found', 404)
    const stepUpRefusal = async (password: string): Promise<Refusal | undefined> => {
      const confirmed = await stepUp(args, password)
      return confirmed.ok ? undefined : { field: 'password', text: STEP_UP_REFUSALS[confirmed.error.code] }
    }
    const actor = { kind: 'admin', userId } as const
    return answerForm(args.request, options, command =>
      handle(command, { args, services, actor, id, now: services.now(), stepUpRefusal }),
    )
  }
