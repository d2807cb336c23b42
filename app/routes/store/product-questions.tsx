import { Link } from 'react-router'
import type { ProductType } from '#app/features/catalogue/catalogue.ts'
import { Accordion, type AccordionItem } from '#app/ui/accordion.tsx'
import { ProductSection } from './product-section.tsx'

const COMMON: AccordionItem[] = [
  {
    id: 'documento',
    title: '¿Recibo boleta o factura?',
    content: 'La que elijas al pagar. Para la factura te pediremos RUT, razón social, giro, dirección y comuna.',
  },
  {
    id: 'varias-personas',
    title: '¿Cómo se calcula el precio para varias personas?',
    content:
      'El precio base incluye a la primera persona. Cada persona más cuesta una parte del precio base: 40 % si son hasta 10, 20 % de 11 a 49 y 10 % desde 50.',
  },
]

const ASSESSMENT: AccordionItem[] = [
  {
    id: 'acceso',
    title: '¿Cómo empiezo?',
    content:
      'Al confirmarse el pago recibes tu código de acceso por correo. Si compraste para varias personas, las invitas desde tu panel; no necesitan crear una cuenta.',
  },
  {
    id: 'pausa',
    title: '¿Tengo que responder de una vez?',
    content: 'No. Cada respuesta se guarda al momento y puedes volver mientras tu acceso esté vigente.',
  },
  {
    id: 'privacidad',
    title: '¿Quién ve las respuestas?',
    content: (
      <>
        Antes de la primera pregunta, cada persona lee quién verá sus respuestas y para qué.{' '}
        <Link to="/legal/privacidad" className="text-copper underline underline-offset-4">
          Aviso de privacidad
        </Link>
      </>
    ),
  },
]

const WORKSHOP: AccordionItem[] = [
  {
    id: 'acceso',
    title: '¿Cómo participo?',
    content:
      'Al confirmarse el pago recibes tu acceso por correo. Si compraste para varias personas, las invitas desde tu panel.',
  },
]

/** Frequent questions before a purchase. */
export function ProductQuestions({ type }: { type: ProductType }) {
  return (
    <ProductSection title="Preguntas frecuentes">
      <Accordion items={[...(type === 'workshop' ? WORKSHOP : ASSESSMENT), ...COMMON]} />
    </ProductSection>
  )
}
