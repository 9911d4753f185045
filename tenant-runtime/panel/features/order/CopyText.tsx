import { Button } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import toast from 'react-hot-toast';

const COPIED_MS = 3_000;

interface CopyTextProps {
  label: string;
  text: string;
  variant?: 'default' | 'filled';
}

export function CopyText({ label, text, variant = 'default' }: CopyTextProps) {
  const [copied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), COPIED_MS);
    } catch {
      toast.error('Браузер не дал скопировать. Скачайте Excel');
    }
  }

  return (
    <Button
      variant={variant}
      leftSection={copied ? <Check size={20} aria-hidden /> : <Copy size={20} aria-hidden />}
      onClick={() => void copy()}
    >
      {copied ? 'Скопировано' : label}
    </Button>
  );
}
