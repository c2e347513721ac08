package dev.once.showcase.learn;

import java.util.List;
import java.util.Map;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.text.TextContentRenderer;

/**
 * Markdown to HTML. What runs, asks or checks is plain Markdown too; the page's script finds it by its shape, and without the
 * script it can be read.
 */
final class LessonRenderer {

    private static final List<Extension> EXTENSIONS =
            List.of(TablesExtension.create(), HeadingAnchorExtension.create());

    private final Parser parser = Parser.builder().extensions(EXTENSIONS).build();
    private final HtmlRenderer html = HtmlRenderer.builder()
            .extensions(EXTENSIONS)
            .attributeProviderFactory(context -> LessonRenderer::mark)
            .build();

    Lesson rendered(String slug, String markdown) {
        Node document = parser.parse(markdown);
        document.accept(new Links());
        Node title = document.getFirstChild();
        String words =
                title instanceof Heading ? TextContentRenderer.builder().build().render(title) : slug;
        // An empty corner of a table is no heading.
        return new Lesson(slug, words, html.render(document).replace("<th></th>", "<td></td>"));
    }

    Node parsed(String markdown) {
        return parser.parse(markdown);
    }

    /** What can be wider than a phone can be scrolled by keys, too. */
    private static void mark(Node node, String tag, Map<String, String> attributes) {
        if (tag.equals("table")) {
            attributes.put("tabindex", "0");
        }
        if (node instanceof FencedCodeBlock block && tag.equals("pre")) {
            attributes.put("tabindex", "0");
            if (block.getInfo().startsWith("run ")) {
                attributes.put("data-run", block.getInfo().substring(4).strip());
            }
        }
    }

    /** Pages lead to pages. What is not served here keeps its words and loses its link. */
    private static final class Links extends AbstractVisitor {

        @Override
        public void visit(Link link) {
            String target = link.getDestination();
            if (target.matches("[a-z0-9-]+\\.md(#.*)?")) {
                link.setDestination("/learn/" + target.replace(".md", ""));
                link.setTitle(null);
            } else if (!target.matches("(https?:|#).*")) {
                while (link.getFirstChild() != null) {
                    link.insertBefore(link.getFirstChild());
                }
                link.unlink();
            }
        }

        @Override
        public void visit(Image image) {
            image.setDestination("/learn/" + image.getDestination());
        }
    }
}
