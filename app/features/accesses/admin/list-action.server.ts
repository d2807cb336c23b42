import { data, redirect } from 'react-router'
import { requireRole } from '#app/features/identity/session.server.ts'
import { countOf } from '#app/kernel/format.ts'
import { answerRefusals } from '#app/kit/forms/answer-form.server.ts'
import { readList } from '#app/kit/lists/define-list.ts'
import { listHref } from '#app/kit/lists/list-address.ts'
import { readListPost } from '#app/kit/lists/list-post.server.ts'
import type { ListOutcome } from '#app/kit/lists/list-screen.tsx'
import { ROW } from '#app/kit/lists/selected-rows.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/list'
import { importOfAccesses } from './access-import.server.ts'
import { adminAccessList } from './admin-access-list.tsx'
import { resendAsAdmin } from './manage-access.server.ts'
import { startResending, stopResending } from './resend-many.server.ts'
import { START_FAILURES } from './texts.ts'

const done = (text: string): ListOutcome => ({ done: true, text })
const refused = (text: string, status = 400) => data<ListOutcome>({ done: false, text }, status)

const NOTHING_SELECTED = 'Selecciona al menos un acceso, o «Todo lo que coincide».'

/**
 * The actions of the list of accesses: on one row by its menu, on ticked ones, or, where that was selected, on everything
 * that matches.
 */
export async function answerAccesses(args: Route.ActionArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const actor = { kind: 'admin', userId: user.id } as const
  const { intent, ids, everything } = await readListPost(args.request, [
    'resend',
    'resend-open',
    'extend',
    'add',
    'stop',
  ])
  const at = now()
  switch (intent) {
    case 'resend': {
      const [accessId] = ids
      if (accessId === undefined) throw data('Bad request', 400)
      return answerRefusals(async () =>
        done(`La invitación va en camino a ${await resendAsAdmin(db, { actor, accessId, now: at })}.`),
      )
    }
    case 'resend-open': {
      if (everything) {
        const { address } = readList(adminAccessList, args.url, at)
        return redirect(`/admin/access/resend${listHref(adminAccessList, address)}`)
      }
      if (ids.length === 0) return refused(NOTHING_SELECTED)
      const started = await startResending(db, { actor, target: { ids }, now: at })
      return started.ok
        ? done(`Reenviando a ${countOf(started.value.total, 'persona', 'personas')} sin completar.`)
        : refused(START_FAILURES[started.error.code])
    }
    case 'extend': {
      if (ids.length === 0 && !everything) return refused(NOTHING_SELECTED)
      const { address } = readList(adminAccessList, args.url, at)
      const query = new URLSearchParams(listHref(adminAccessList, address))
      if (!everything) for (const id of ids) query.append(ROW, id)
      return redirect(`/admin/access/extend?${query}`)
    }
    case 'add': {
      if (ids.length === 0) return redirect('/admin/access/import')
      const importId = await importOfAccesses(db, { actor, ids })
      return importId === undefined
        ? refused('Las personas seleccionadas ya no tienen correo.')
        : redirect(`/admin/access/import/${importId}`)
    }
    case 'stop':
      return (await stopResending(db, { actor, now: at }))
        ? done('Detuviste el reenvío. Los correos que ya estaban escritos llegan igual.')
        : refused('Ese reenvío ya había terminado.', 409)
  }
}
