import { data } from 'react-router'
import { z } from 'zod'
import { findBankLine } from '#app/features/bank-statements/lines/bank-lines.db.server.ts'
import { BANK_LINE_STATES } from '#app/features/bank-statements/lines/bank-lines.ts'
import { LINE_INTENTS } from '#app/features/bank-statements/lines/line-fields.ts'
import { productsOf } from '#app/features/bank-statements/matching/candidate-orders.db.server.ts'
import { findProposal, searchCandidates } from '#app/features/bank-statements/matching/proposals.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { formatDay } from '#app/kernel/dates.ts'
import { formatInteger, formatPesos } from '#app/kernel/format.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { keepForms, revalidateOnConflict } from '#app/kit/forms/keep-form.ts'
import { readSearch } from '#app/kit/lists/list-address.ts'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Fact, Facts } from '#app/kit/ui/facts.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/transfer'
import { answerLine, type LineAnswer } from './transfer-action.server.ts'
import { ClosedOrder, MissingMoney } from './transfer-advice.tsx'
import { DecidedLine } from './transfer-decided.tsx'
import { ReturnForm, SetAsideForm } from './transfer-forms.tsx'
import { SettlePanel } from './transfer-settle.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Abono · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.lineId)
  const search = readSearch(args.url.searchParams.get('orden'))
  const found = id.success
    ? await readAs(db, actorOf(user), async tx => {
        const line = await findBankLine(tx, id.data)
        if (line?.state !== 'open') return line && { line, open: undefined }
        const proposed = await findProposal(tx, line, now())
        if (!proposed) return { line, open: undefined }
        const { proposal, others } = proposed
        const { kind, match, contested, candidates } = proposal
        const closed = kind === 'closed' ? match : undefined
        const searched = search === '' ? [] : await searchCandidates(tx, line, search)
        return {
          line,
          open: {
            ...{ kind, match, contested, candidates, others, searched },
            closed: closed && { match: closed, products: await productsOf(tx, closed.order.id) },
          },
        }
      })
    : undefined
  if (!found) throw data('Not found', 404)
  return { ...found, search }
}

export const shouldRevalidate = revalidateOnConflict

export const clientAction = (args: Route.ClientActionArgs) => keepForms(args, LINE_INTENTS)

export const action = answerLine

/** One credit: what it is, what it may pay, and what was decided about it. */
export default function Transfer({ loaderData, actionData }: Route.ComponentProps) {
  const { line, open, search } = loaderData
  const answerTo = (intent: LineAnswer['intent']) => (actionData?.intent === intent ? actionData : undefined)
  return (
    <>
      <PageHeading
        title={`Abono de ${formatPesos(line.amount)}`}
        description={`${formatDay(line.bookedOn)}, ${line.account}`}
        before={
          <Breadcrumbs items={[{ label: 'Transferencias', to: '/admin/finance/transfers' }, { label: 'Abono' }]} />
        }
      />
      <FormOutcome answer={actionData} />
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-8">
          {open ? (
            <>
              {open.kind === 'under' && open.match && <MissingMoney match={open.match} paid={line.amount} />}
              {open.closed && <ClosedOrder {...open.closed} />}
              <SettlePanel {...open} search={search} answer={answerTo('settle')} />
              <SetAsideForm answer={answerTo('set-aside')} />
              <ReturnForm answer={answerTo('return')} />
            </>
          ) : (
            <DecidedLine line={line} answer={answerTo('return-surplus')} />
          )}
        </div>
        <Panel title="Abono">
          <Facts>
            <Fact label="Estado">
              <StatusBadge of={BANK_LINE_STATES} status={line.state} />
            </Fact>
            <Fact label="Descripción">{line.description}</Fact>
            {line.rut && <Fact label="RUT de quien paga">{formatRut(line.rut)}</Fact>}
            {line.operation && <Fact label="N° de operación">{line.operation}</Fact>}
            <Fact label="Cartola">{`${line.fileName}, fila ${formatInteger(line.row)}`}</Fact>
          </Facts>
        </Panel>
      </div>
    </>
  )
}
