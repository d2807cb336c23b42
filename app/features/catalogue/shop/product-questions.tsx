import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ProductType } from '#app/features/catalogue/catalogue.ts'
import { ProductSection } from '#app/features/catalogue/product-section.tsx'
import { countOf } from '#app/kernel/format.ts'
import { Accordion, type AccordionItem } from '#app/kit/ui/accordion.tsx'

const More = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="text-copper underline underline-offset-4">
    {children}
  </Link>
)

const hold = (days: number): string => `Los accesos valen ${countOf(days, 'día', 'días')} desde la compra.`

const validity = (days: number): AccordionItem => ({
  id: 'vigencia',
  title: '¿Por cuánto tiempo puedo usarlo?',
  content: `${hold(days)} Dentro de ese plazo cada persona responde cuando quiera; después, los resultados ya obtenidos siguen en tu panel.`,
})

const PRICES: AccordionItem = {
  id: 'varias-personas',
  title: '¿Cómo se calcula el precio para varias personas?',
  content:
    'El precio base incluye a la primera persona. Cada persona más cuesta una parte del precio base: 40 % si son hasta 10, 20 % de 11 a 49 y 10 % desde 50. Por eso, a veces conviene comprar para algunas personas más: la calculadora te avisa.',
}

const DOCUMENT: AccordionItem = {
  id: 'documento',
  title: '¿Recibo boleta o factura?',
  content:
    'La que elijas al pagar. Para la factura te pediremos RUT, razón social, giro, dirección y comuna. El comprobante de la compra llega a tu correo y dice dónde está tu boleta o factura.',
}

const REPLACED: AccordionItem = {
  id: 'reemplazo',
  title: '¿Y si alguien deja la organización o no puede participar?',
  content:
    'Mientras esa persona no haya comenzado, cambias su nombre y su correo desde tu panel: recibe un código nuevo y el anterior deja de servir. También puedes ceder tu propio asiento. Si ya comenzó, puedes cerrar su evaluación con lo que alcanzó a responder.',
}

const assessment = (days: number): AccordionItem[] => [
  {
    id: 'acceso',
    title: '¿Cómo empiezo?',
    content:
      'Al confirmarse el pago, tu acceso queda listo en tu panel: presionas «Comenzar» y respondes en el navegador, desde el computador o el teléfono. El comprobante llega a tu correo.',
  },
  {
    id: 'invitaciones',
    title: '¿Cómo invito a otras personas?',
    content:
      'Desde tu panel, con su nombre y su correo. A cada una le llega una invitación con su enlace y su código; no necesita crear una cuenta. En el panel ves quién está pendiente, en progreso o terminó.',
  },
  {
    id: 'pausa',
    title: '¿Hay que responder de una vez?',
    content:
      'No. Cada respuesta se guarda al momento, también si se corta la conexión, y se puede volver mientras el acceso esté vigente. En las preguntas de alternativas siempre existe «No sé / lo desconozco», que no baja el resultado.',
  },
  {
    id: 'privacidad',
    title: '¿Quién ve las respuestas?',
    content: (
      <>
        <span>
          Antes de la primera pregunta, cada persona lee quién verá sus respuestas y para qué. Las demás personas
          invitadas no las ven.
        </span>{' '}
        <More to="/legal/privacidad">Aviso de privacidad</More>
      </>
    ),
  },
  validity(days),
  REPLACED,
  DOCUMENT,
  PRICES,
  {
    id: 'opiniones-de-quien',
    title: '¿De quién son las opiniones?',
    content:
      'Solo de personas que completaron la evaluación, una por acceso. Las revisamos antes de publicarlas y las mostramos desde tres, para que nadie quede en evidencia. El nombre aparece únicamente si su autor lo quiere.',
  },
]

const workshop = (days: number): AccordionItem[] => [
  {
    id: 'acceso',
    title: '¿Cómo participo?',
    content:
      'Al confirmarse el pago, tu acceso queda listo en tu panel, con el programa y lo que necesitas para participar. Si compraste para varias personas, las invitas desde ahí; no necesitan crear una cuenta.',
  },
  {
    id: 'vigencia',
    title: '¿Por cuánto tiempo vale mi asiento?',
    content: hold(days),
  },
  {
    id: 'reemplazo',
    title: '¿Y si alguien no puede participar?',
    content:
      'Mientras esa persona no haya usado su acceso, cambias su nombre y su correo desde tu panel: recibe un código nuevo y el anterior deja de servir. También puedes ceder tu propio asiento.',
  },
  DOCUMENT,
  PRICES,
]

type ProductQuestionsProps = {
  type: ProductType
  business: boolean
  /** Days until an access expires. */
  days: number
}

/** Frequent questions before a purchase; they promise only what the shop does. */
export default function ProductQuestions({ type, business, days }: ProductQuestionsProps) {
  return (
    <ProductSection id="preguntas" title="Preguntas frecuentes">
      <Accordion
        items={(type === 'workshop' ? workshop : assessment)(days).filter(
          item => business || !FOR_SEVERAL.has(item.id),
        )}
      />
    </ProductSection>
  )
}

/** Questions that only apply to products for several people. */
const FOR_SEVERAL = new Set(['varias-personas', 'invitaciones', 'reemplazo'])
