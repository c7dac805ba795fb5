interface FieldLabelProps {
  htmlFor: string;
  required?: boolean | undefined;
  children: string;
}

/** The style adds a word to the labels of required fields. Screen readers say it by themselves. */
export function FieldLabel({ htmlFor, required, children }: FieldLabelProps) {
  return (
    <label htmlFor={htmlFor} className={`font-semibold ${required ? "required-label" : ""}`}>
      {children}
    </label>
  );
}
