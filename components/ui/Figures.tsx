/** A text whose numbers keep their width as they change. Its hyphens would be torn apart by tabular figures. */
export function Figures({ text }: { readonly text: string }) {
  return text.split(/(\d+(?:[.,]\d+)*)/).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <span key={place} className="tabular-nums">
        {part}
      </span>
    ),
  );
}
