import type { WorkshopProgram } from '#app/features/catalogue/workshop-content.server.ts'
import { inNumber } from '#app/kernel/format.ts'
import { ProductSection } from './product-section.tsx'

type WorkshopSectionsProps = {
  workshop: WorkshopProgram
  /** By their titles; none where the page has them as links. */
  lessons?: readonly string[]
  /** The page lists the materials as files. */
  hasFiles?: boolean
}

/** What happens in a workshop, what to bring and what stays. */
export function WorkshopSections({ workshop, lessons = [], hasFiles = false }: WorkshopSectionsProps) {
  return (
    <>
      <ProductSection id="programa" title="Programa">
        <ol className="border-b border-line">
          {workshop.agenda.map(block => (
            <li
              key={`${block.title} ${block.detail}`}
              className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 border-t border-line py-3.5"
            >
              <span className="text-md text-muted tabular-nums">{`${block.minutes} min`}</span>
              <div>
                <h3 className="text-base">{block.title}</h3>
                <p className="mt-0.5 text-md text-muted">{block.detail}</p>
              </div>
            </li>
          ))}
        </ol>
      </ProductSection>
      {lessons.length > 0 && (
        <ProductSection id="lecciones" title={lessons.length === 1 ? 'La lección' : `Las ${lessons.length} lecciones`}>
          <ol className="grid max-w-prose list-decimal gap-2 pl-6 marker:text-muted marker:tabular-nums">
            {lessons.map(title => (
              <li key={title} className="pl-1">
                {title}
              </li>
            ))}
          </ol>
          <p className="mt-4 max-w-prose text-md text-muted">
            {`${inNumber(lessons.length, 'Se lee', 'Cada una se lee')} en pantalla, trae su ejercicio y se descarga en PDF.`}
          </p>
        </ProductSection>
      )}
      <ProductSection id="antes" title="Antes de empezar">
        <PlainList items={workshop.preparation} />
      </ProductSection>
      {!hasFiles && workshop.materials.length > 0 && (
        <ProductSection id="materiales" title="Materiales que te quedan">
          <PlainList items={workshop.materials} />
        </ProductSection>
      )}
      <ProductSection id="quien-conduce" title="Quién lo conduce">
        <p className="max-w-prose">{workshop.facilitatorProfile}</p>
      </ProductSection>
    </>
  )
}

const PlainList = ({ items }: { items: readonly string[] }) => (
  <ul className="max-w-prose list-disc space-y-2 pl-5 marker:text-copper">
    {items.map(item => (
      <li key={item}>{item}</li>
    ))}
  </ul>
)
