import { formatDate } from '#app/kernel/dates.ts'
import type { Quotation } from './quotations.ts'

/** What a quotation promises, and what it does not; the same on the screen and on paper. */
export const conditions = ({
  validUntil,
  discount_code,
  vatText,
}: Pick<Quotation, 'validUntil' | 'discount_code' | 'vatText'>): string[] => [
  `Precios en pesos chilenos, ${vatText}. Valen hasta las 23:59 del ${formatDate(validUntil)}, hora de Santiago, para estos productos, modalidades y cantidades, y por una compra.`,
  ...(discount_code === null
    ? []
    : [
        `El descuento del código ${discount_code} está sujeto a disponibilidad del código al momento de pagar: puede agotarse o terminar antes que esta cotización.`,
      ]),
  'Si al comprar los precios publicados son más bajos, se aplican los más bajos. Un producto que se deje de vender no puede comprarse con esta cotización.',
  'Esta cotización no es un documento tributario. La boleta o factura electrónica se emite al pagar.',
]
