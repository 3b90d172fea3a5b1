// A panel that has nothing to draw.

export const PanelFault = ({ text }: { readonly text: string }) => (
  <p className="notice bad" role="alert">
    {text}
  </p>
);
