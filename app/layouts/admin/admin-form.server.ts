import { data } from 'react-router'
import { z } from 'zod'
import { requireRole, type SessionArgs } from '#app/features/identity/session.server.ts'
import { reauthenticate } from '#app/features/identity/staff/reauthentication.server.ts'
import { answerForm, type FormOptions, type Outcome } from '#app/kit/forms/answer-form.server.ts'
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
  /** Confirms who sits before the session. @throws as `reauthenticate` */
  confirm: (password: string) => Promise<void>
}

/**
 * The action of a back-office page: checks the administrator, parses the form by its schema, calls the use case, and
 * returns the outcome, or the `Refusal` that it throws. @param options.param the address parameter with the object's id
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
    const actor = { kind: 'admin', userId } as const
    const now = services.now()
    const confirm = (password: string) => reauthenticate(args, password, now)
    return answerForm(args.request, options, command => handle(command, { args, services, actor, id, now, confirm }))
  }
