import { formatDate } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { CopyButton } from '#app/kit/ui/copy-button.tsx'
import { Fact } from '#app/kit/ui/facts.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import type { TransferAccount } from '#app/platform/mail/transfer-account.ts'

type TransferPanelProps = {
  order: { order_number: string; total_clp: Pesos }
  heldUntil: Date
  /** Undefined when the shop has not set one. */
  account: TransferAccount | undefined
  supportEmail: string
  /** What follows the payment. */
  then?: string
}

/** The bank account and the deadline for an order that waits for a transfer. */
export function TransferPanel({ order, heldUntil, account, supportEmail, then }: TransferPanelProps) {
  const total = formatPesos(order.total_clp)
  return (
    <Panel title="Pagar por transferencia" description={`Hasta el ${formatDate(heldUntil)}.`}>
      {account ? (
        <>
          <dl className="grid gap-x-6 gap-y-4 text-md sm:grid-cols-2">
            <Fact label="Banco">{account.bank}</Fact>
            <Fact label="Tipo de cuenta">{account.accountType}</Fact>
            <Fact label="Número de cuenta">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span>{account.accountNumber}</span>
                <CopyButton text={account.accountNumber} label="Copiar número de cuenta" iconOnly variant="ghost" />
              </span>
            </Fact>
            <Fact label="Titular">{account.holder}</Fact>
            <Fact label="RUT">{account.rut}</Fact>
            <Fact label="Monto">{total}</Fact>
            <Fact label="Comentario de la transferencia">{order.order_number}</Fact>
            <Fact label="Comprobante a">{account.email}</Fact>
          </dl>
          <p className="mt-5 text-sm text-pretty text-muted">
            {`Transfiere el monto exacto y escribe el número de la orden en el comentario. ${then ?? 'Cuando lo recibamos activamos tus accesos y te enviamos el comprobante de compra.'}`}
          </p>
        </>
      ) : (
        <p className="text-md text-pretty">
          {`Escribe a ${supportEmail} con el número de la orden y te enviamos los datos para transferir ${total}.`}
        </p>
      )}
    </Panel>
  )
}
