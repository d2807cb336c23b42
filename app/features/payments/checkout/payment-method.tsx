import { Panel } from '#app/kit/ui/panel.tsx'
import type { PaymentGateway } from '#app/platform/payments/gateway.ts'

export type GatewayId = PaymentGateway['id']

const METHODS: Readonly<Record<GatewayId, { name: string; text: string }>> = {
  webpay: {
    name: 'Webpay',
    text: 'Tarjeta de crédito, débito (Redcompra) o prepago, en la página segura de Transbank.',
  },
  simulator: { name: 'Tarjeta de prueba', text: 'En un banco simulado: no se cobra dinero.' },
}

/** How the order is paid, with a mark of our own: a gateway's logo would need its licence. */
export const PaymentMethod = ({ gateway, isTest }: { gateway: GatewayId; isTest: boolean }) => (
  <Panel title="Medio de pago">
    <div className="flex items-center gap-4">
      <CardMark />
      <p className="min-w-0 text-md">
        <span className="block font-medium">{METHODS[gateway].name}</span>
        <span className="block text-sm text-muted">{METHODS[gateway].text}</span>
        {isTest && gateway !== 'simulator' && (
          <span className="block text-sm">En el ambiente de pruebas del medio de pago: no se cobra dinero.</span>
        )}
      </p>
    </div>
  </Panel>
)

/** A card with its chip. */
const CardMark = () => (
  <svg viewBox="0 0 48 32" aria-hidden="true" className="h-8 w-12 flex-none">
    <rect x=".75" y=".75" width="46.5" height="30.5" rx="4" className="fill-surface stroke-control" strokeWidth="1.5" />
    <path d="M1 7.5h46v5H1z" className="fill-ink" />
    <rect x="6" y="18" width="8" height="6" rx="1.2" className="fill-copper" />
    <path d="M30 21h12M36 25h6" className="stroke-muted" strokeWidth="1.5" strokeLinecap="round" />
  </svg>
)
