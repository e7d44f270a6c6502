/** A text as it was written, laid out only where it is seen. */

import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { TextBlocks } from "./textBlocks";
import "./lane.css";

interface RawTextProps extends Omit<ComponentProps<"div">, "children"> {
  text: string;
}

export function RawText({ text, className = "", ...more }: RawTextProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current) new TextBlocks(box.current).replace(text);
  }, [text]);
  return <div ref={box} className={`raw-text ${className}`} {...more} />;
}
