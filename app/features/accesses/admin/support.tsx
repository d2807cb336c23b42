import { Link } from 'react-router'
import { findAccessEvents } from '#app/features/accesses/access-events.server.ts'
import { LISTED_STATES, type ListedState, listedState } from '#app/features/accesses/accesses.ts'
import { findAccessesByEmail } from '#app/features/accesses/admin-access.server.ts'
import { proposedExtension } from '#app/features/accesses/admin-access.ts'
import { type EntryState, entryState } from '#app/features/accesses/support/entry-state.ts'
import { type FoundPerson, findAccount, findPeople } from '#app/features/accesses/support/people.server.ts'
import { noteSearch } from '#app/features/audit/audit.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { type Day, formatDay } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import type { FormAnswer } from '#app/kit/forms/form-answer.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useFetcher } from '#app/kit/forms/own-submit.tsx'
import { readSearch, SEARCH_LENGTH } from '#app/kit/lists/list-address.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/support'
import { accessTimeline, personTimeline } from './access-timeline.ts'
import { Timeline } from './timeline.tsx'

/** Maximum characters of an e-mail. */
const EMAIL_LENGTH = 254

const TITLE = '¿Por qué no puede entrar?'

export const meta: Route.MetaFunction = () => [{ title: `${TITLE} · Administración · Alhena` }]

/** A person by `email`, or whom `search` finds: the only one found is shown at once. */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now, settings } = servicesOf(args.context)
  const at = now()
  const search = readSearch(args.url.searchParams.get('search'))
  const selected = readSearch(args.url.searchParams.get('email'), EMAIL_LENGTH).toLowerCase()
  const shown = await readAs(db, actorOf(user), async tx => {
    const people = selected === '' ? await findPeople(tx, search, at) : []
    const [only] = people
    const email = selected !== '' ? selected : people.length === 1 ? only?.email : undefined
    if (email === undefined) return { search, people, person: undefined }
    const account = await findAccount(tx, email)
    const found = await findAccessesByEmail(tx, email)
    const eventsByAccess = await findAccessEvents(
      tx,
      found.map(({ id }) => id),
    )
    const accesses = found.map(access => {
      const events = eventsByAccess(access.id)
      return {
        id: access.id,
        name: access.name,
        product_name: access.product_name,
        buyer: access.buyer,
        state: listedState(access, at),
        entry: entryState({ access, ...events, bouncesAreRead: settings.mailBounceKey !== undefined, now: at }),
        until: proposedExtension(access.expires_at, at),
        timeline: accessTimeline({ access, ...events }),
      }
    })
    if (!account && accesses.length === 0) return { search: search || email, people, person: undefined }
    const name = account?.name || accesses.find(access => access.name !== '')?.name || ''
    const timeline = personTimeline(account, accesses)
    return {
      search,
      people,
      person: {
        email,
        name,
        account: account && { id: account.id, verified: account.email_verified },
        accesses,
        timeline,
      },
    }
  })
  const found = { personas: shown.person ? 1 : shown.people.length }
  await noteSearch(db, actorOf(user), { place: 'soporte', term: selected || search, found, now: at })
  return shown
}

/** Support's screen: whoever writes that they can't enter, what stops them, and what helps. */
export default function Support({ loaderData: { search, people, person } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title={person ? person.name || person.email : TITLE}
        description={person ? person.email : 'Busca por correo, RUT, nombre, código de acceso o número de orden.'}
        before={<Breadcrumbs items={supportTrail(person)} />}
        actions={
          person?.account && (
            <ButtonLink variant="secondary" to={`/admin/clients/${person.account.id}`}>
              Ver cliente
            </ButtonLink>
          )
        }
      />
      {person ? (
        <Story person={person} />
      ) : (
        <>
          <Form method="get" className="mb-6 flex max-w-2xl flex-wrap items-end gap-2.5">
            <TextField
              key={search}
              label="Correo, RUT, nombre, código u orden"
              name="search"
              type="search"
              most={SEARCH_LENGTH}
              defaultValue={search}
              className="min-w-60 flex-1"
            />
            <Button type="submit">Buscar</Button>
          </Form>
          {search !== '' && <People people={people} />}
        </>
      )}
    </>
  )
}

const supportTrail = (person: { email: string; name: string } | undefined) => [
  { label: 'Accesos', to: '/admin/access' },
  ...(person
    ? [{ label: TITLE, to: '/admin/access/support' }, { label: person.name || person.email }]
    : [{ label: TITLE }]),
]

const People = ({ people }: { people: readonly FoundPerson[] }) => (
  <Panel padding="flush" className="max-w-2xl">
    {people.length === 0 ? (
      <EmptyState as="h2" title="Nadie coincide">
        Prueba con el comienzo de otro correo o nombre, o con el código de su invitación.
      </EmptyState>
    ) : (
      <ul>
        {people.map(({ email, name, accesses, orders }) => (
          <li key={email} className="border-t border-line first:border-t-0">
            <Link to={`?${new URLSearchParams({ email })}`} className="block px-5 py-2.5 hover:bg-ink/3 sm:px-6">
              <span className="block font-medium wrap-anywhere">{name || email}</span>
              <span className="block text-sm wrap-anywhere text-muted">
                {`${name && `${email} · `}${countOf(accesses, 'acceso', 'accesos')}, ${countOf(orders, 'orden', 'órdenes')}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    )}
  </Panel>
)

type Person = NonNullable<Awaited<ReturnType<typeof loader>>['person']>

function Story({ person }: { person: Person }) {
  const { account, accesses, timeline } = person
  return (
    <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="grid gap-6">
        {account?.verified === false && (
          <Alert tone="warning">
            Su cuenta no está confirmada: no puede iniciar sesión hasta abrir el enlace que le enviamos por correo.
          </Alert>
        )}
        {accesses.length === 0 && (
          <Panel>
            <p>Nadie lo ha invitado todavía: no tiene accesos.</p>
          </Panel>
        )}
        {accesses.map(access => (
          <AccessEntry key={access.id} access={access} />
        ))}
      </div>
      <Panel title="Historia">
        <Timeline events={timeline} />
      </Panel>
    </div>
  )
}

type AccessEntryProps = {
  access: {
    id: string
    product_name: string
    buyer: { name: string; company: string | null }
    state: ListedState
    entry: EntryState
    until: Day
  }
}

/** One access: what stops its person, and what helps beside it. */
function AccessEntry({ access: { id, product_name, buyer, state, entry, until } }: AccessEntryProps) {
  const fetcher = useFetcher<FormAnswer>()
  const sending = fetcher.formData?.get('intent')
  const answer = fetcher.data
  return (
    <Panel
      title={product_name}
      description={`Comprado por ${buyer.name}${buyer.company ? `, ${buyer.company}` : ''}`}
      actions={<StatusBadge of={LISTED_STATES} status={state} />}
    >
      <p className={entry.blocked ? 'font-medium' : undefined}>{entry.text}</p>
      <div className="mt-4 flex flex-wrap items-center gap-2.5">
        {entry.fixes.map((fix, index) => {
          const variant = index === 0 && entry.blocked ? 'primary' : 'secondary'
          if (fix === 'correct') {
            return (
              <ButtonLink key={fix} size="sm" variant={variant} to={`/admin/access/${id}#reemplazar`}>
                Corregir el correo
              </ButtonLink>
            )
          }
          return (
            <fetcher.Form key={fix} method="post" action={`/admin/access/${id}`}>
              <input type="hidden" name="intent" value={fix} />
              {fix === 'extend' && <input type="hidden" name="until" value={until} />}
              <Button type="submit" size="sm" variant={variant} pending={sending === fix}>
                {fix === 'extend' ? `Extender hasta el ${formatDay(until)}` : FIX_LABELS[fix]}
              </Button>
            </fetcher.Form>
          )
        })}
        <Link
          to={`/admin/access/${id}`}
          className="inline-flex min-h-9 items-center text-md text-copper underline underline-offset-4"
        >
          Ver el acceso
        </Link>
      </div>
      <div role="status" className="mt-3 empty:hidden">
        {answer && (
          <Alert tone={answer.done ? 'success' : 'error'}>{answer.text || Object.values(answer.errors)[0]}</Alert>
        )}
      </div>
    </Panel>
  )
}

const FIX_LABELS = { resend: 'Reenviar la invitación', unblock: 'Desbloquear ahora' } as const
