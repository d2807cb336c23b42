import type { ReactNode } from 'react'
import { countOf, inNumber } from '#app/kernel/format.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import type { DeletionImpact } from './deletion-impact.server.ts'

/** What is deleted, what stays and why; shown before somebody deletes an account. */
export function DeletionFacts({ lost }: { lost: DeletionImpact }) {
  const { orders, shared, pending, freeSeats, invited, answered } = lost
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <Panel title="Se borra">
        <List>
          <li>Tu nombre, correo, teléfono y empresa, y todas tus sesiones.</li>
          {freeSeats > 0 && (
            <li>
              {`${countOf(freeSeats, 'asiento comprado sin usar', 'asientos comprados sin usar')}, sin devolución.`}
            </li>
          )}
          {invited > 0 && (
            <li>
              {`${countOf(invited, 'acceso sin terminar', 'accesos sin terminar')}: ya nadie podrá responder con ${inNumber(invited, 'él', 'ellos')}.`}
            </li>
          )}
          {answered > 0 && (
            <li>
              {`${countOf(answered, 'evaluación terminada', 'evaluaciones terminadas')}, con respuestas y resultados. Si los necesitas, descárgalos o imprímelos antes.`}
            </li>
          )}
          {pending > 0 && (
            <li>{`${countOf(pending, 'compra pendiente de pago', 'compras pendientes de pago')}: no se ${inNumber(pending, 'cobrará', 'cobrarán')}.`}</li>
          )}
        </List>
      </Panel>
      <Panel title="Se conserva">
        <List>
          {orders > 0 ? (
            <li>
              {`${countOf(orders, 'compra con su comprobante', 'compras con sus comprobantes')} y, en una factura, a quién se emitió: la ley tributaria nos obliga a guardarlo seis años. La empresa que mostraban tus invitaciones se borra.`}
            </li>
          ) : (
            <li>Un registro sin tus datos de que la cuenta existió y se eliminó.</li>
          )}
          {shared > 0 && (
            <li>
              {`${countOf(shared, 'compra', 'compras')} de tu organización, con sus asientos y resultados: ${inNumber(shared, 'sigue', 'siguen')} siendo de ella mientras tenga a alguien más.`}
            </li>
          )}
          <li>
            Lo que respondiste invitado por otra persona u organización: bórralo antes en «Mis datos», o después con el
            enlace que enviamos a tu correo desde ahí.
          </li>
          <li>Tu correo queda libre: puedes crear otra cuenta con él cuando quieras.</li>
        </List>
      </Panel>
    </div>
  )
}

const List = ({ children }: { children: ReactNode }) => (
  <ul className="grid list-disc gap-2 pl-5 text-md marker:text-muted">{children}</ul>
)
