package dev.once.test;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.Label;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;

/** The calls in a class, with each lambda's body for itself: ArchUnit counts those to the method they are written in. */
final class Bytecode {

    /** A method, a constructor or the body of a lambda. */
    record CodeUnit(String owner, String name, String descriptor) {

        List<String> parameters() {
            return Stream.of(Type.getArgumentTypes(descriptor))
                    .map(Type::getClassName)
                    .toList();
        }

        /** As it is written: the body of a lambda by the method that it stands in. */
        String written() {
            String[] parts = name.split("\\$", -1);
            return owner + "." + (parts[0].equals("lambda") && parts.length > 2 ? parts[1] : name);
        }
    }

    /** A lambda or a method reference: its type, the type's one method, what it captures, and what it runs. */
    record Lambda(String type, String method, CodeUnit target, List<String> captured, List<Lambda> handed, int line) {}

    /** A call, and the lambdas that are its arguments. */
    record Call(CodeUnit target, boolean overridable, List<Lambda> handed, int line) {}

    record Body(CodeUnit unit, List<Call> calls, List<Lambda> lambdas) {}

    private Bytecode() {}

    static List<Body> read(JavaClass type) {
        List<Body> bodies = new ArrayList<>();
        type.getSource().ifPresent(source -> {
            try (InputStream bytes = source.getUri().toURL().openStream()) {
                new ClassReader(bytes).accept(new Methods(type.getName(), bodies), ClassReader.SKIP_FRAMES);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return bodies;
    }

    private static final class Methods extends ClassVisitor {

        private final String owner;
        private final List<Body> bodies;

        Methods(String owner, List<Body> bodies) {
            super(SpringAsmInfo.ASM_VERSION);
            this.owner = owner;
            this.bodies = bodies;
        }

        @Override
        public MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            Body body = new Body(new CodeUnit(owner, name, descriptor), new ArrayList<>(), new ArrayList<>());
            bodies.add(body);
            return new Instructions(body);
        }
    }

    private static final class Instructions extends MethodVisitor {

        private final Body body;
        private final LinkedList<Lambda> waiting = new LinkedList<>();
        private int line;

        Instructions(Body body) {
            super(SpringAsmInfo.ASM_VERSION);
            this.body = body;
        }

        @Override
        public void visitLineNumber(int number, Label start) {
            line = number;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean ofInterface) {
            CodeUnit target = new CodeUnit(Type.getObjectType(owner).getClassName(), name, descriptor);
            boolean overridable = opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKEINTERFACE;
            body.calls().add(new Call(target, overridable, take(target.parameters()), line));
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            if (!bootstrap.getOwner().equals("java/lang/invoke/LambdaMetafactory")) {
                return;
            }
            Handle runs = (Handle) arguments[1];
            List<String> captured = new CodeUnit("", name, descriptor).parameters();
            Lambda lambda = new Lambda(
                    Type.getReturnType(descriptor).getClassName(),
                    name,
                    new CodeUnit(Type.getObjectType(runs.getOwner()).getClassName(), runs.getName(), runs.getDesc()),
                    captured,
                    take(captured),
                    line);
            body.lambdas().add(lambda);
            waiting.push(lambda);
        }

        /** Arguments are pushed just before the call, so of several lambdas of one type the last one is meant. */
        private List<Lambda> take(List<String> types) {
            List<Lambda> taken = new ArrayList<>();
            for (String type : types) {
                for (Iterator<Lambda> each = waiting.iterator(); each.hasNext(); ) {
                    Lambda lambda = each.next();
                    if (lambda.type().equals(type)) {
                        each.remove();
                        taken.add(lambda);
                        break;
                    }
                }
            }
            return taken;
        }
    }
}
