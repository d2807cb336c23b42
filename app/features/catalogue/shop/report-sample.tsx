import FileText from 'lucide-react/icons/file-text'
import { productPath, type ReportOutline } from '#app/features/catalogue/catalogue.ts'
import type { GuideReader } from '#app/features/catalogue/deliverables.ts'
import { sampleLevels } from '#app/features/catalogue/pictures/sample-levels.ts'
import { levelTone } from '#app/features/results/level-tone.ts'
import { chartNames } from '#app/features/results/radar.ts'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { classNames } from '#app/kit/ui/class-names.ts'
import { LevelBar } from '#app/kit/ui/level-bar.tsx'
import { RadarChart } from '#app/kit/ui/radar-chart.tsx'
import type { NamedGuide } from './load-product.server.ts'

/** The fewest areas that a radar shows as a shape, and the most whose bars stand beside it. */
const RADAR = { fewest: 3, beside: 5 }

/** A sample result with the product's own areas and invented levels: the first thing that a product's page shows. */
export function ReportSample({ slug, areas, targets, levels }: ReportOutline & { slug: string }) {
  const invented = sampleLevels(slug, areas.length)
  const names = chartNames(areas.map(title => ({ title })))
  const sample = areas.map((area, index) => ({
    label: area,
    level: invented[index] ?? 0,
    target: targets[index] ?? 3,
  }))
  const hasRadar = sample.length >= RADAR.fewest
  const isBeside = hasRadar && sample.length <= RADAR.beside
  return (
    <div data-panel className="@container rounded-lg border border-line bg-surface p-5 sm:p-6">
      <p className="mb-5 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">Nivel por área</span>
        <span className="text-sm text-muted">Ejemplo con datos inventados</span>
      </p>
      <div
        className={classNames('grid items-center gap-6', isBeside && '@min-[36rem]:grid-cols-[19rem_minmax(0,1fr)]')}
      >
        {hasRadar && (
          <RadarChart
            title="Ejemplo de resultado: nivel por área"
            description="Ejemplo con datos inventados. Cada eje es un área; la línea llena es el nivel y la punteada, el objetivo."
            axes={sample.map((axis, index) => ({ ...axis, label: names[index] ?? axis.label }))}
            listed={false}
            className={classNames('max-sm:hidden', !isBeside && 'mx-auto w-full max-w-xl')}
          />
        )}
        <div className={classNames('grid gap-5', !isBeside && 'sm:grid-cols-2 sm:gap-x-10')}>
          {sample.map(({ label, level, target }, index) => (
            <LevelBar
              key={label}
              label={
                <>
                  {hasRadar && (
                    // A wide radar has the names themselves.
                    <span
                      aria-hidden="true"
                      className={classNames(
                        'mr-2 font-semibold tabular-nums max-sm:hidden',
                        !isBeside && '@min-[34rem]:hidden',
                      )}
                    >
                      {index + 1}
                    </span>
                  )}
                  <span>{label}</span>
                </>
              }
              level={level}
              word={levels[Math.floor(level) - 1] ?? `Nivel ${Math.floor(level)}`}
              tone={levelTone(level)}
              target={target}
            />
          ))}
        </div>
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
    </div>
  )
}

/** Whom a guide will be for, in words. */
const READERS: Readonly<Record<GuideReader, string>> = {
  buyer: 'Para quien compra',
  respondent: 'Para quien responde',
  team: 'Para el equipo',
}

/** The guides that come with a result by their titles, and which of them depend on it. */
export function ComingGuides({ guides }: { guides: readonly NamedGuide[] }) {
  const dependsOnResult = guides.some(({ when }) => when !== 'always')
  return (
    <>
      <p className="max-w-prose text-md text-muted">
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
    </>
  )
}
