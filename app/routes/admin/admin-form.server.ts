import { data } from 'react-router'
import { z } from 'zod'
import { verifyPassword } from '#app/features/identity/account/password.server.ts'
import { PASSWORD_REFUSALS } from '#app/features/identity/account/security-texts.ts'
import { authCaller } from '#app/features/identity/auth-call.server.ts'
import { requireRole, type SessionArgs } from '#app/features/identity/session.server.ts'
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
  /** Why the administrator's own password, typed again, was refused; undefined when it is right. */
  passwordRefusal: (password: string) => Promise<Refusal | undefined>
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
    const passwordRefusal = async (password: string): Promise<Refusal | undefined> => {
      const verified = await verifyPassword(authCaller(args), userId, password)
      return verified.ok ? undefined : { field: 'password', text: PASSWORD_REFUSALS[verified.error.code] }
    }
    const actor = { kind: 'admin', userId } as const
    return answerForm(args.request, options, command =>
      handle(command, { args, services, actor, id, now: services.now(), passwordRefusal }),
    )
  }
