import { createElement, type SVGProps } from 'react'

type Shape = readonly [tag: string, attributes: Record<string, string>]

/** Makes an icon's component from its drawing, as lucide-react does, without the properties that nobody here sets. */
export default function createIcon({ node }: { node: readonly Shape[] }) {
  return (props: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...props,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}
