import type { GatewayAnswer } from '#app/features/texts/test-services.server.ts'
import type { AlertTone } from '#app/ui/alert.tsx'

/** The text of a gateway query's result. */
export function gatewayText(answer: GatewayAnswer): { tone: AlertTone; text: string } {
  switch (answer.kind) {
    case 'answers':
      return { tone: 'success', text: `El medio de pago responde y acepta las credenciales (${answer.ms} ms).` }
    case 'refused':
      return {
        tone: 'error',
        text: `El medio de pago responde, pero no acepta las credenciales de la tienda (${answer.ms} ms). Nadie puede pagar hasta que se corrijan.`,
      }
    case 'silent':
      return {
        tone: 'error',
        text: `El medio de pago no dio una respuesta que se entienda (${answer.ms} ms; ${answer.reason}).`,
      }
  }
}
