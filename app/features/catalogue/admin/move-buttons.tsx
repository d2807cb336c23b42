import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useEffect, useRef } from 'react'
import { useFetcher } from '#app/kit/forms/own-submit.tsx'
import { Button } from '#app/kit/ui/button.tsx'

type MoveButtonsProps = { row: { id: string; name: string }; position?: number | undefined }

/** Moves a category or a product by one; the button keeps the focus for the next click. */
export function MoveButtons({ row, position }: MoveButtonsProps) {
  const fetcher = useFetcher<{ done: boolean; text: string }>()
  const clicked = useRef<HTMLButtonElement>(null)
  const buttons = useRef<Record<'up' | 'down', HTMLButtonElement | null>>({ up: null, down: null })

  // The row has moved, and the browser takes the focus from what moves.
  useEffect(() => {
    if (fetcher.state !== 'idle' || !fetcher.data) return
    if (document.activeElement === document.body) clicked.current?.focus()
    clicked.current = null
  }, [fetcher.state, fetcher.data])

  return (
    <fetcher.Form method="post" className="flex items-center gap-1">
      {position !== undefined && <span className="min-w-6 tabular-nums">{position}</span>}
      {(['up', 'down'] as const).map(direction => (
        <Button
          key={direction}
          ref={element => {
            buttons.current[direction] = element
          }}
          type="submit"
          name="one"
          value={`${direction} ${row.id}`}
          variant="ghost"
          size="icon-sm"
          aria-label={`${direction === 'up' ? 'Subir' : 'Bajar'} ${row.name}`}
          onClick={() => {
            clicked.current = buttons.current[direction]
          }}
        >
          {direction === 'up' ? <ArrowUp aria-hidden="true" /> : <ArrowDown aria-hidden="true" />}
        </Button>
      ))}
      <span role="status" className="sr-only">
        {fetcher.data?.text}
      </span>
    </fetcher.Form>
  )
}
