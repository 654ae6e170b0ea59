export const SecuritySkeleton = () => (
  <div class="grid gap-3" aria-hidden="true">
    {[0, 1, 2, 3, 4, 5].map((line) => (
      <span key={line} class={["skeleton block h-4", line % 2 ? "w-3/5" : "w-4/5"]} />
    ))}
  </div>
)
