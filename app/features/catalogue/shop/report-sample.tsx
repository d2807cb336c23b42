import FileText from 'lucide-react/icons/file-text'
import { productPath, type ReportOutline } from '#app/features/catalogue/catalogue.ts'
import type { GuideReader } from '#app/features/catalogue/deliverables.ts'
import { sampleLevels } from '#app/features/catalogue/pictures/sample-levels.ts'
import { levelTone } from '#app/features/results/level-tone.ts'
import { chartNames } from '#app/features/results/radar.ts'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { LevelBar } from '#app/kit/ui/level-bar.tsx'
import { RadarChart } from '#app/kit/ui/radar-chart.tsx'
import type { NamedGuide } from './load-product.server.ts'

type ReportSampleProps = ReportOutline & { slug: string; guides: readonly NamedGuide[] }

/** A sample result with the product's own areas and invented levels, and the guides that come with it. */
export function ReportSample({ slug, guides, areas, targets, levels }: ReportSampleProps) {
  const invented = sampleLevels(slug, areas.length)
  const names = chartNames(areas.map(title => ({ title })))
  const sample = areas.map((area, index) => ({
    label: area,
    level: invented[index] ?? 0,
    target: targets[index] ?? 3,
  }))
  return (
    <div data-panel className="rounded-lg border border-line bg-surface p-5 sm:p-6">
      <p className="mb-5 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">Nivel por área</span>
        <span className="text-sm text-muted">Ejemplo con datos inventados</span>
      </p>
      {sample.length > 2 && (
        <RadarChart
          title="Ejemplo de resultado: nivel por área"
          description="Ejemplo con datos inventados. Cada eje es un área; la línea llena es el nivel y la punteada, el objetivo."
          axes={sample.map((axis, index) => ({ ...axis, label: names[index] ?? axis.label }))}
          className="mx-auto mb-6 max-w-xl max-sm:hidden"
        />
      )}
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-x-10">
        {sample.map(({ label, level, target }) => (
          <LevelBar
            key={label}
            label={label}
            level={level}
            word={levels[Math.floor(level) - 1] ?? `Nivel ${Math.floor(level)}`}
            tone={levelTone(level)}
            target={target}
          />
        ))}
      </div>
      <p className="mt-6 text-md text-muted">
        El informe completo trae además tus respuestas, los pasos que te convienen según el nivel de cada área y una
        versión para imprimir.
      </p>
      <ButtonLink
        to={`${productPath(slug)}/informe-de-ejemplo`}
        reloadDocument
        target="_blank"
        variant="secondary"
        className="mt-4 max-sm:w-full print:hidden"
      >
        <FileText aria-hidden="true" />
        Ver informe de ejemplo (PDF)
      </ButtonLink>
      {guides.length > 0 && <ComingGuides guides={guides} />}
    </div>
  )
}

/** Whom a guide will be for, in words. */
const READERS: Readonly<Record<GuideReader, string>> = {
  buyer: 'Para quien compra',
  respondent: 'Para quien responde',
  team: 'Para el equipo',
}

/** The guides by their titles, and which of them depend on the result. */
function ComingGuides({ guides }: { guides: readonly NamedGuide[] }) {
  const dependsOnResult = guides.some(({ when }) => when !== 'always')
  return (
    <div className="mt-8 border-t border-line pt-6">
      <h3 className="text-base">Guías que acompañan el resultado</h3>
      <p className="mt-1 max-w-prose text-md text-muted">
        <span>Se leen con los resultados y se descargan en PDF, con su lugar para escribir.</span>{' '}
        {dependsOnResult && <span>Las que dependen del resultado vienen según el área más alta o la más baja.</span>}
      </p>
      <ul className="mt-4 grid gap-x-10 sm:grid-cols-2">
        {guides.map(({ key, title, for: reader, when }) => (
          <li key={key} className="border-t border-line py-3">
            <span className="block text-md font-medium">{title}</span>
            <span className="block text-sm text-muted">
              {when === 'always' ? READERS[reader] : `${READERS[reader]}, según el resultado`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
